import { request } from "node:http";

const MULTIPART_BOUNDARY = "a-boundary";
const multipartOpening = `--${MULTIPART_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
const multipartClosing = `\r\n--${MULTIPART_BOUNDARY}--\r\n`;

interface UploadAnswer {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number;
}

/** Sends a form with one file: as a whole or, like senders who do not know its length in advance, in chunks. */
export function sendTestUpload(
  url: string,
  token: string,
  form: { readonly file: Buffer; readonly isChunked: boolean },
) {
  const parts = [Buffer.from(multipartOpening), form.file, Buffer.from(multipartClosing)];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return new Promise<UploadAnswer>((resolve, reject) => {
    const asked = request(url, {
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": `multipart/form-data; boundary=${MULTIPART_BOUNDARY}`,
        ...(form.isChunked ? {} : { "content-length": length }),
      },
    });
    asked.on("error", reject);
    asked.on("response", (answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += String(chunk)));
      answer.on("end", () => {
        const { code } = JSON.parse(text) as { code: string };
        resolve({ status: answer.statusCode ?? 0, code, retryAfter: Number(answer.headers["retry-after"]) });
      });
    });
    for (const part of parts) asked.write(part);
    asked.end();
  });
}

export const caseAssetsUrlOf = (url: string, id: string) => `${url}/api/v1/cases/${id}/assets`;
