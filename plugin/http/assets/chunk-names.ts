/** The files of the built browser application that its script imports at its start, among those of its folder. */
export function startNames(script: string, names: readonly string[]): readonly string[] {
  return chunkNames(script, names).filter((name) =>
    [`from"./${name}"`, `import"./${name}"`].some((statement) => script.includes(statement)),
  )
}

/** The files of the built browser application that its script imports, at its start or when they are needed, among those of its folder. */
export function chunkNames(script: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith('.js') && script.includes(`./${name}`))
}
