"""Certificates: what is known to hold of a game, each claim with how often it was tested.

>>> import ludens
>>> from ludens import certify
>>> certificate = certify.certify(ludens.load("Tic-Tac-Toe"), certify.Effort(plies=4, games=4))
>>> certificate.holds
True
"""

from ludens.certify.certificate import Certificate, Check
from ludens.certify.checks import Effort
from ludens.certify.making import certify
from ludens.certify.recorded import Recorded, read_recorded

__all__ = ["Certificate", "Check", "Effort", "Recorded", "certify", "read_recorded"]
