// Dropped files on their way: each is one row with its own upload (tus, in chunks), and ends as a job or with a message.

const CHUNK_BYTES = 8 * 1024 * 1024;
const AT_ONCE = 2;
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10000, ...Array(20).fill(20000)];
const JOB_RETRY_DELAYS = [1000, 3000, 10000, 20000];
// Answers that another try may change: written to by somebody else, a chunk that came broken, a server in trouble.
const PASSING = new Set([0, 409, 423, 429, 460, 500, 502, 503, 504]);
// The file itself was refused: sending it again would not help.
const IS_FINAL = new Set([400, 403, 413, 415]);
const UNITS = ["kB", "MB", "GB"];

export function startUploads(section) {
  const page = new UploadPage(section);
  const target = section.querySelector(".target");
  const input = section.querySelector("input[type=file]");
  input.addEventListener("change", () => {
    page.add(input.files);
    input.value = "";
  });
  for (const type of ["dragenter", "dragover"]) target.addEventListener(type, (event) => {
    event.preventDefault();
    target.classList.add("over");
  });
  for (const type of ["dragleave", "drop"]) target.addEventListener(type, () => target.classList.remove("over"));
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    page.add(event.dataTransfer.files);
  });
  window.addEventListener("beforeunload", (event) => {
    if (page.isBusy()) event.preventDefault();
  });
}

class UploadPage {
  constructor(section) {
    this.section = section;
    this.settings = section.dataset;
    this.token = section.querySelector("[name=csrfmiddlewaretoken]").value;
    this.messages = JSON.parse(document.getElementById("error-messages").textContent);
    this.rows = [];
  }

  add(files) {
    for (const file of files) this.rows.push(new Row(this, file));
    this.startNext();
  }

  startNext() {
    const free = AT_ONCE - this.rows.filter((row) => row.isSending).length;
    this.rows.filter((row) => row.state === "waiting").slice(0, Math.max(0, free)).forEach((row) => row.send());
  }

  drop(row) {
    this.rows = this.rows.filter((other) => other !== row);
    this.startNext();
  }

  isBusy() {
    return this.rows.some((row) => row.isSending || row.state === "waiting");
  }
}

class Row {
  constructor(page, file) {
    this.page = page;
    this.file = file;
    this.element = document.getElementById("upload-row").content.firstElementChild.cloneNode(true);
    this.part(".name").textContent = file.name;
    this.part("progress").setAttribute("aria-label", file.name);
    this.element.addEventListener("click", (event) => this.act(event.target.dataset.action));
    page.section.querySelector(".uploads").append(this.element);
    this.upload = this.prepare();
    this.show("waiting");
    this.progress(0);
  }

  get isSending() {
    return ["sending", "retrying", "checking"].includes(this.state);
  }

  part(selector) {
    return this.element.querySelector(selector);
  }

  prepare() {
    return new tus.Upload(this.file, {
      endpoint: this.page.settings.uploadsUrl,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS,
      metadata: { filename: this.file.name, filetype: this.file.type },
      headers: { "X-CSRFToken": this.page.token },
      onProgress: (sent) => {
        if (this.state === "retrying") this.show("sending");
        this.progress(sent);
      },
      onShouldRetry: (error) => {
        const goesOn = PASSING.has(statusOf(error));
        if (goesOn && this.state === "sending") this.show("retrying");
        return goesOn;
      },
      onError: (error) => this.fail(codeOf(error.originalResponse?.getBody()), !IS_FINAL.has(statusOf(error))),
      onSuccess: () => this.createJob(false),
    });
  }

  // What the browser remembers of this file is taken up again; a server that knows nothing of it any more begins anew.
  async send() {
    this.show("sending");
    const [previous] = await this.upload.findPreviousUploads();
    if (previous && this.upload.url === null) this.upload.resumeFromPreviousUpload(previous);
    if (this.state === "sending") this.upload.start();
  }

  act(action) {
    const actions = { pause: this.pause, resume: this.send, remove: this.remove, again: () => this.createJob(true) };
    actions[action]?.call(this);
  }

  async pause() {
    this.show("paused");
    await this.upload.abort();
    this.part("[data-action=resume]").focus();
    this.page.startNext();
  }

  async remove() {
    this.state = "removed";
    this.element.remove();
    this.page.drop(this);
    if (!this.jobUrl) await this.upload.abort(true).catch((error) => console.warn(error));
  }

  async createJob(force) {
    this.progress(this.file.size);
    this.show("checking");
    const answer = await this.askForJob(force);
    const jobId = answer?.body.job_id ?? answer?.body.details?.job_id;
    if (jobId) this.link(this.page.settings.jobUrl + jobId);
    if (answer?.status === 201) {
      this.show("done");
      document.dispatchEvent(new CustomEvent("job-created"));
    } else {
      this.fail(answer?.body.code, answer === null);
      if (jobId) document.dispatchEvent(new CustomEvent("job-created"));
    }
    this.page.startNext();
  }

  // The same key for each try: an answer that was lost on its way is given again, and no second job is made.
  async askForJob(force) {
    const uploadId = this.upload.url.replace(/\/$/, "").split("/").pop();
    const options = {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.page.token, "Idempotency-Key": `${uploadId}.${Date.now()}` },
      body: JSON.stringify({ upload_id: uploadId, force }),
    };
    for (const delay of [...JOB_RETRY_DELAYS, null]) {
      try {
        const response = await fetch(this.page.settings.jobsUrl, options);
        return { status: response.status, body: await response.json() };
      } catch (error) {
        if (delay === null) return null;
        await new Promise((done) => setTimeout(done, delay));
      }
    }
    return null;
  }

  link(url) {
    this.jobUrl = url;
    this.part("[data-action=open]").href = url;
  }

  fail(code, mayGoOn) {
    this.show("failed", this.page.messages[code]);
    const isDuplicate = code === "FILE_HASH_DUPLICATE";
    this.element.classList.toggle("duplicate", isDuplicate);
    this.toggle("again", isDuplicate);
    this.toggle("resume", mayGoOn);
    this.page.startNext();
  }

  show(state, text) {
    const texts = this.page.settings;
    this.state = state;
    this.element.className = state;
    this.part(".state").textContent = text ?? texts[`text${state[0].toUpperCase()}${state.slice(1)}`];
    this.toggle("pause", ["sending", "retrying"].includes(state));
    this.toggle("resume", state === "paused");
    this.toggle("open", Boolean(this.jobUrl));
    this.toggle("again", false);
    this.toggle("remove", state !== "checking");
  }

  toggle(action, isShown) {
    this.part(`[data-action=${action}]`).hidden = !isShown;
  }

  progress(sent) {
    this.part("progress").value = this.file.size ? sent / this.file.size : 1;
    this.part(".amount").textContent = amount(sent, this.file.size);
  }
}

function codeOf(body) {
  try {
    return JSON.parse(body).code;
  } catch {
    return undefined;
  }
}

function statusOf(error) {
  return error.originalResponse?.getStatus() ?? 0;
}

// Both in the unit of the whole: a figure that changes its unit cannot be followed.
function amount(sent, total) {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(total || 1) / 3)));
  const figures = [sent, total].map((bytes) => (bytes / 1000 ** power).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }));
  return `${figures.join(" / ")} ${UNITS[power - 1]}`;
}
