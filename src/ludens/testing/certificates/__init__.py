"""Certificates: what is known to hold of a game, each claim with how often it was tested.

>>> import ludens
>>> from ludens.testing import certificates
>>> certificate = certificates.certify(ludens.load("Tic-Tac-Toe"), certificates.Effort(plies=4, games=4))
>>> certificate.holds
True
"""

from ludens.testing.certificates.certificate import Certificate, Check
from ludens.testing.certificates.certification import certify
from ludens.testing.certificates.checks import Effort
from ludens.testing.certificates.recorded_games import Recorded, read_recorded

__all__ = ["Certificate", "Check", "Effort", "Recorded", "certify", "read_recorded"]
