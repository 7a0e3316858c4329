import { setFlagsFromString } from 'node:v8'

/** Percent by which the heap outgrows what was alive in it before it is collected again. */
const HEAP_GROWTH_PERCENT = 50

/**
 * Holds this process near what it needs: left to itself, V8 lets garbage of sign-ins and first lists
 * take as much memory as everything that is alive. Read by V8 at each collection, for all threads.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}
