import { NATIVE_VERSION } from '../../wire/native/media-type.ts'

/** Our own server's words are known by version and kind; their fields are its contract (plugin/wire). */
export function isVersioned(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === NATIVE_VERSION &&
    'kind' in value &&
    typeof value.kind === 'string'
  )
}
