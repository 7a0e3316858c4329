/** V8 copies what is shorter (`SlicedString::kMinLength`, `ConsString::kMinLength`). */
const SHORTEST_SLICE = 13

/**
 * A copy of its own. What is cut out of a response shares memory with the whole of it as long as it
 * lives (V8 keeps slices and concatenations as references), and rows live long.
 */
export function detached(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text).toString()
}
