"""The lessons of "Learn Renju": drawn positions, which the judge checks, and the firmware's module made from them."""
