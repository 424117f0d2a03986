// The first page of the portal: files are dropped here, and the list of jobs keeps itself up to date.

import { listen } from "./events.js";
import { refresh } from "./refresh.js";
import { startUploads } from "./upload.js";

function startJobs(section) {
  const update = () => refresh(section, section.dataset.listUrl);
  listen({ url: section.dataset.eventsUrl, types: section.dataset.eventTypes.split(" "), onChange: update, isOver: () => false });
  document.addEventListener("job-created", update);
}

const controllers = { jobs: startJobs, upload: startUploads };
for (const element of document.querySelectorAll("[data-controller]")) controllers[element.dataset.controller](element);
