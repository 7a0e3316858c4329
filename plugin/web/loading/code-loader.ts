/**
 * Makes an `import()` that can be tried again. Firefox, Safari and Chromium before 156 remember for as long as the page
 * lives that the file of a script could not be fetched (whatwg/html#6768), so each further try asks under another
 * address. Takes a function that imports one file; what it imports itself must be there already, since its addresses
 * stay the same (test/plugin/web/loading/later-files.test.ts). Rejects where the file can not be had this time.
 */
export function codeLoader<Module>(
  load: () => Promise<Module>,
  importFrom: (address: string) => Promise<Module> = importAs,
): () => Promise<Module> {
  let failures = 0
  let loading: Promise<Module> | undefined

  function tryAgain(): Promise<Module> {
    const address = importedAddress(load)
    return address === undefined ? load() : importFrom(`${address}?again=${failures}`)
  }

  return () => {
    loading ??= (failures === 0 ? load() : tryAgain()).catch((error: unknown) => {
      failures += 1
      loading = undefined
      throw error
    })
    return loading
  }
}

/** What the build wrote into the call of `import()`: the name carries a hash, which only it knows. */
function importedAddress(load: () => unknown): string | undefined {
  return /\bimport\("(\.\/[^"?]+)"\)/.exec(load.toString())?.[1]
}

/** The same file under another address is the same module by its type; TypeScript knows types of fixed names only. */
async function importAs<Module>(address: string): Promise<Module> {
  return (await import(address)) as Module
}
