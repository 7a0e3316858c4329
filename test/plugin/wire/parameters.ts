import type { Parameters, UploadedFile } from '../../../plugin/http/body/parameters.ts'

/** Parameters of a request. */
export function parametersOf(
  fields: Readonly<Record<string, string>>,
  files: readonly UploadedFile[] = [],
): Parameters {
  const values = new Map(Object.entries(fields))
  return { get: (name) => values.get(name), files }
}
