"""Settings, one file per concern; the environment is read here and nowhere else."""

from pdfsku.settings.admin import *
from pdfsku.settings.ai import *
from pdfsku.settings.api import *
from pdfsku.settings.base import *
from pdfsku.settings.database import *
from pdfsku.settings.intake import *
from pdfsku.settings.logs import *
from pdfsku.settings.monitoring import *
from pdfsku.settings.queue import *
from pdfsku.settings.storage import *
