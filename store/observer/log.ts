/** Where the store writes operational lines; pino fits. Secrets and session ids never appear in the fields. */
export interface StoreLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
