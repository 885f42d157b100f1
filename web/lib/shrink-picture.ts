import { fullWidth } from "#contract/picture-urls.ts";

/** Twice the widest rendition, so that the server's renditions lose nothing. */
const sideMax = fullWidth * 2;
/** Below this size, decoding costs more time than the bytes save. */
const shrinkBytesMin = 2 * 1024 * 1024;
const jpegQuality = 0.92;

/**
 * The picture scaled down to twice the largest size shown, or the file itself if that saves nothing or the browser
 * cannot decode it. The server decides whether it is a picture at all.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.size < shrinkBytesMin || typeof createImageBitmap !== "function") return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    try {
      const shrunk = await redraw(bitmap, file.type);
      return shrunk && shrunk.size < file.size ? shrunk : file;
    } finally {
      bitmap.close();
    }
  } catch {
    return file;
  }
}

function redraw(bitmap: ImageBitmap, type: string): Promise<Blob | null> {
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
  if (scale === 1) return Promise.resolve(null);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // A PNG may be transparent, which a JPEG would turn black.
  const target = type === "image/jpeg" ? "image/jpeg" : "image/webp";
  return new Promise((resolve) => canvas.toBlob(resolve, target, jpegQuality));
}
