/**
 * Bounds of one contact: far above what a contact enters, and small enough that 10,000 of them are no burden. The page imports
 * this file as well, so it imports nothing.
 */
export const CONTACT_LIMITS = {
  lineChars: 250,
  noteChars: 10_000,
  entries: 30,
  groups: 50,
} as const
