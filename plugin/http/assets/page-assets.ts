/** Addresses of the built scripts and the style, relative to the mount so that they keep the panel's segment. */
export interface PageAssets {
  readonly script: string
  readonly style: string
  /** What the script starts with: fetched beside it, rather than after it. */
  readonly preloads: readonly string[]
}

/** Where tsup's output is served when no hashed names are given. */
export const defaultAssets: PageAssets = {
  script: 'postern/app.js',
  style: 'postern/app.css',
  preloads: [],
}
