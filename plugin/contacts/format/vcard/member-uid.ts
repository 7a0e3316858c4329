/** A UID as groups and their members are compared by: without `urn:uuid:`, in lower case. */
export function plainUid(uid: string): string {
  return uid
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
}
