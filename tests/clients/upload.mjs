// Uploads a file with tus-js-client: half of it, a pause, the rest by a new object that only knows the stored address.
// usage: node upload.mjs '{"url", "token", "path", "storage"}' in a directory with node_modules; prints what happened as JSON
import { createReadStream, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

const options = JSON.parse(process.argv[2]);
const require = createRequire(join(process.cwd(), "package.json"));
const tus = require("tus-js-client");
const { FileUrlStorage } = require("tus-js-client");
const size = statSync(options.path).size;
const requests = [];

function prepare(settings) {
  return new tus.Upload(createReadStream(options.path), {
    endpoint: options.url,
    uploadSize: size,
    chunkSize: 256 * 1024,
    retryDelays: [0, 200, 500, 1000, 2000],
    urlStorage: new FileUrlStorage(options.storage),
    fingerprint: async () => `file-${basename(options.path)}-${size}`,
    metadata: { filename: basename(options.path), filetype: "application/pdf" },
    headers: { Authorization: `Bearer ${options.token}` },
    onAfterResponse: (request, response) => requests.push(`${request.getMethod()} ${response.getStatus()}`),
    ...settings,
  });
}

const half = await new Promise((resolve, reject) => {
  const upload = prepare({
    onError: reject,
    onChunkComplete: (chunk, accepted) => {
      if (accepted >= size / 2) upload.abort().then(() => resolve(accepted), reject);
    },
  });
  upload.start();
});

const url = await new Promise((resolve, reject) => {
  const upload = prepare({ onError: reject, onSuccess: () => resolve(upload.url) });
  upload.findPreviousUploads().then(([previous]) => {
    upload.resumeFromPreviousUpload(previous);
    upload.start();
  }, reject);
});

console.log(JSON.stringify({ half, url, requests }));
