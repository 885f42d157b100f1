// The process of pictures: decodes and encodes what the server sends, see create-pictures.ts.
import { AppError } from "#server/lib/app-error.ts";
import { sendToServer, yieldToRequests } from "#server/lib/low-priority-process.ts";
import { preparePicture, shrinkPicture } from "./picture-work.ts";
import type { PictureReply, PictureRequest } from "./pictures.ts";

yieldToRequests();

process.on("message", (request: PictureRequest) => {
  void answer(request).then(sendToServer);
});

async function answer(request: PictureRequest): Promise<PictureReply> {
  const { id } = request;
  try {
    return { id, result: await run(request) };
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    return { id, failure: { code, message: (error as Error).message } };
  }
}

function run(request: PictureRequest) {
  if (request.kind === "prepare") return preparePicture(request.file, request.shape);
  return shrinkPicture(request.file, request.format);
}
