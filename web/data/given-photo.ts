import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

const queryKey = ["photo-search", "given"];

/** Keeps a photo that was chosen on another screen for the search by photo, which is opened next. */
export function givePhoto(client: QueryClient, photo: File): void {
  client.setQueryData(queryKey, photo);
}

/** Takes the photo that was chosen on another screen, if there is one. */
export function useGivenPhoto(onPhoto: (photo: File) => void): void {
  const client = useQueryClient();
  const take = useEffectEvent(onPhoto);
  useEffect(() => {
    const photo = client.getQueryData<File>(queryKey);
    client.removeQueries({ queryKey });
    if (photo) take(photo);
  }, [client]);
}
