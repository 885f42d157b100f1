/** One build of the app, as scripts/vite-service-worker.ts describes it. */
export interface Release {
  /** Empty in development, where nothing is kept. */
  version: string;
  /** The script that every document of this build names. */
  entry: string;
  /** Paths of the code, styles and fonts that the screens need. */
  files: string[];
  /** Paths of the screens that open without the network; `*` is any one part. */
  screens: string[];
  /** Paths that have the form of one of the screens, and need the server. */
  others: string[];
}

declare const RELEASE: Release;

export const release: Release = RELEASE;
