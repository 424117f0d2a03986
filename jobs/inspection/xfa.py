"""Whether an XFA form, an XML document inside the PDF, carries scripts of its own."""

import re

# The second way to write the bracket is that of UTF-7.
SCRIPT = re.compile(rb"(?:<|\+ADw-?)(?:[A-Za-z_][\w.-]*:)?script[\s/>+]", re.IGNORECASE)
# Entities could spell a tag that is never written; forms have no honest use for them.
ENTITY = re.compile(rb"<!\s*(?:ENTITY|DOCTYPE)", re.IGNORECASE)


def has_script(form: bytes) -> bool:
    """Judges the parts of a form as one text: a tag may begin in one part and end in the next."""
    # Wide encodings only add zero bytes around the ASCII of tags.
    plain = form.replace(b"\x00", b"")
    return SCRIPT.search(plain) is not None or ENTITY.search(plain) is not None
