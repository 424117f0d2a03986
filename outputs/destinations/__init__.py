from outputs.destinations.base import Delivery, Destination, Receipt
from outputs.destinations.file_drop import FileDrop

__all__ = ["Delivery", "Destination", "FileDrop", "Receipt"]
