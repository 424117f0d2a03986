#!/bin/sh
# Makes sure that there is a Chromium for the browser tests: an installed one, else the system's package, else Playwright's own.
set -eu

for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

playwright_has_one() {
    python - <<'PYTHON'
import os
import sys

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    sys.exit(not os.path.exists(playwright.chromium.executable_path))
PYTHON
}

if playwright_has_one; then
    exit 0
fi

echo "Installing Chromium for the browser tests, once"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
    playwright install chromium
fi
