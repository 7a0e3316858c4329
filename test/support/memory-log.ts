import type { StoreLog } from '../../store/observer/observer.ts'

/** A log that keeps its messages. */
export function memoryLog(): StoreLog & { readonly messages: string[] } {
  const messages: string[] = []
  const keep = (_fields: object, message: string) => void messages.push(message)
  return { messages, info: keep, warn: keep, error: keep }
}
