"""The board simulated by ngspice before it is built: the matrix, the lights' data, the supply. Maker of simulation/."""
