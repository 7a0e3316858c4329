/** Refuses a Node that is too old, by words rather than by a syntax error somewhere. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Node 20.19 or newer is needed, this is ${process.versions.node}`)
}
