import { z } from 'zod'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const MIB = 1024 * 1024

/** A setting in milliseconds, within bounds. */
export const milliseconds = (least: number, most: number) => z.int().min(least).max(most)

/** A setting that counts things, or bytes, within bounds. */
export const count = (least: number, most: number) => z.int().min(least).max(most)
