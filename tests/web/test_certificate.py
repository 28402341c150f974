"""The certificate of the encrypted address: Tengen's own, made once for all networks, and the owner's."""

import ssl
import stat
import sys
from datetime import datetime, timezone

import pytest
import trustme
from cryptography import x509
from tengen_host.web.certificate import MOST_HOSTS, OwnCertificate, OwnersCertificate

NOW = datetime(2026, 11, 29, tzinfo=timezone.utc)
HOME, CLUB, HOTSPOT = "192.168.1.5", "10.0.7.31", "10.42.0.1"


def own(folder, *hosts):
    made = OwnCertificate(folder / "data" / "certificate.pem")
    made.cover(hosts)
    return made


def kept(folder):
    return x509.load_pem_x509_certificate((folder / "data" / "certificate.pem").read_bytes())


def hosts_of(its):
    names = its.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*map(str, names.get_values_for_type(x509.IPAddress)), *names.get_values_for_type(x509.DNSName)}


def test_it_is_for_the_addresses_of_this_machine_and_for_itself(tmp_path):
    own(tmp_path, HOME, HOTSPOT)
    assert hosts_of(kept(tmp_path)) == {"127.0.0.1", "localhost", HOME, HOTSPOT}


def test_the_fingerprint_is_that_of_the_certificate_in_groups_of_four(tmp_path):
    its = own(tmp_path, HOME).fingerprint
    assert its.replace(" ", "").lower() == kept(tmp_path).fingerprint(kept(tmp_path).signature_hash_algorithm).hex()
    assert {len(group) for group in its.split()} == {4}


def test_the_next_start_and_a_network_that_it_knows_keep_the_fingerprint(tmp_path):
    first = own(tmp_path, HOME)
    assert own(tmp_path, HOME).fingerprint == first.fingerprint
    first.cover([CLUB])
    both = first.fingerprint
    assert both != own(tmp_path / "other", HOME).fingerprint
    first.cover([HOME])
    assert own(tmp_path, CLUB).fingerprint == first.fingerprint == both


def test_in_a_new_network_it_has_the_same_key(tmp_path):
    its, key = own(tmp_path, HOME), kept(tmp_path).public_key()
    its.cover([CLUB])
    assert kept(tmp_path).public_key() == key and {HOME, CLUB} < hosts_of(kept(tmp_path))


def test_after_many_networks_it_knows_the_latest(tmp_path):
    its = own(tmp_path)
    for number in range(MOST_HOSTS + 5):
        its.cover([f"10.0.0.{number}"])
    names = hosts_of(kept(tmp_path))
    assert len(names) == MOST_HOSTS and {"127.0.0.1", "localhost", f"10.0.0.{number}"} < names


def test_a_phone_with_a_wrong_clock_finds_it_neither_too_new_nor_too_old(tmp_path):
    own(tmp_path, HOME)
    its = kept(tmp_path)
    assert its.not_valid_before_utc.year == 2000 and its.not_valid_after_utc.year == 2049
    # Apple's devices accept at most 825 days if a certificate begins later
    assert its.not_valid_before_utc < datetime(2019, 7, 1, tzinfo=timezone.utc)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_only_this_user_reads_the_key_and_nothing_is_left_over(tmp_path):
    own(tmp_path, HOME).cover([CLUB])
    (file,) = (tmp_path / "data").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("damage", [b"", b"no certificate", b"\xff\x00", "cut", "other key"])
def test_a_damaged_one_is_made_anew(tmp_path, damage):
    first = own(tmp_path, HOME).fingerprint
    file = tmp_path / "data" / "certificate.pem"
    if damage == "cut":
        damage = file.read_bytes()[:300]
    elif damage == "other key":
        own(tmp_path / "other", HOME)
        end = b"-----END PRIVATE KEY-----\n"
        its, other = file.read_bytes(), (tmp_path / "other/data/certificate.pem").read_bytes()
        damage = other.partition(end)[0] + end + its.partition(end)[2]
    file.write_bytes(damage)
    assert own(tmp_path, HOME).fingerprint != first


def owners(folder, *names, authority=None, **more):
    """Write a certificate of an authority for these names; return its path and that of its key."""
    its = (authority or trustme.CA()).issue_cert(*names, **more)
    cert, key = folder / "cert.pem", folder / "key.pem"
    its.cert_chain_pems[0].write_to_path(cert)
    its.private_key_pem.write_to_path(key)
    return cert, key


def test_the_owners_is_for_its_names(tmp_path):
    its = OwnersCertificate(*owners(tmp_path, "board.club.example", "*.club.example"), NOW)
    before = its.fingerprint
    its.cover([HOME])
    assert its.names == ["board.club.example"] and its.fingerprint == before


def test_what_is_wrong_with_the_owners_is_said(tmp_path):
    cert, key = owners(tmp_path, "board.club.example", not_after=datetime(2026, 11, 1, tzinfo=timezone.utc))
    with pytest.raises(ValueError, match=r"cert\.pem ended on 2026-11-01: renew it"):
        OwnersCertificate(cert, key, NOW)
    with pytest.raises(OSError, match=r"none\.pem can't be read: give a certificate and a key"):
        OwnersCertificate(tmp_path / "none.pem", key, NOW)
    key.write_text("no key")
    with pytest.raises(OSError, match=r"cert\.pem is not the certificate of the key"):
        OwnersCertificate(cert, key, NOW)


def test_old_versions_of_tls_are_refused(tmp_path):
    assert own(tmp_path, HOME).context.minimum_version >= ssl.TLSVersion.TLSv1_2
