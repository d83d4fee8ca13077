import type { Page } from "playwright-core";

/** URL to which the documentation sends feedback on its pages. */
export const docsFeedbackUrl = "https://hear.example/docs";

/** Answers requests to that address with a status, and records them from now on. */
export async function recordFeedbackRequests(page: Page, status = 204) {
  const heard: { readonly body: unknown; readonly cookie: string | undefined }[] = [];
  await page.route(`${docsFeedbackUrl}**`, async (route) => {
    const request = route.request();
    const { cookie } = await request.allHeaders();
    if (request.method() === "POST") heard.push({ body: request.postDataJSON() as unknown, cookie });
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" };
    await route.fulfill({ status: request.method() === "POST" ? status : 204, headers });
  });
  return heard;
}
