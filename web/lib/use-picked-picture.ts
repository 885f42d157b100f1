import { useCallback, useEffect, useState } from "react";

/** A file that was chosen but not uploaded yet, with an object URL to show it. */
export interface PickedPicture {
  file: File;
  url: string;
}

export function usePickedPicture() {
  const [picked, setPicked] = useState<PickedPicture | null>(null);
  const url = picked?.url;
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url);
  }, [url]);
  const pick = useCallback((file: File) => setPicked({ file, url: URL.createObjectURL(file) }), []);
  const drop = useCallback(() => setPicked(null), []);
  return { picked, pick, drop };
}
