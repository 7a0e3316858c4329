/** The files of the built browser application that its script loads when they are needed, among those of its folder. */
export function chunkNames(script: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith('.js') && script.includes(`./${name}`))
}
