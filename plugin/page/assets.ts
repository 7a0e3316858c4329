/** Addresses of the built script and style, relative to the mount so that they keep the panel's segment. */
export interface PageAssets {
  readonly script: string
  readonly style: string
}

/** Where tsup's output is served when no hashed names are given. */
export const defaultAssets: PageAssets = { script: 'postern/app.js', style: 'postern/app.css' }
