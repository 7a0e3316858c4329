export const outsideBundles: string[]

export function packagesInside(outside: readonly string[]): {
  noExternal: RegExp[]
  external: string[]
  banner: { js: string }
}
