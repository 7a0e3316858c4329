/** Characters of what an owner writes about themself, unless named otherwise. The page imports this file as well, so it imports nothing. */
export const FIELD_LIMITS = {
  /** Of a user, an organisation or a template. */
  name: 200,
  /** RFC 5321 4.5.3.1.3, without the angle brackets. */
  address: 254,
  template: 20_000,
  signature: 10_000,
  /** Of its markup: what an office program makes of a few lines fits. */
  formattedSignature: 20_000,
  /** Longest time to undo sending. */
  undoSeconds: 60,
} as const
