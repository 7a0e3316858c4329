const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** A size in bytes as the list shows it: `1007 B`, `6 KB`, `2.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`
  if (bytes < MIB) return `${Math.round(bytes / KIB)} KB`
  if (bytes < GIB) return `${(bytes / MIB).toFixed(1)} MB`
  return `${(bytes / GIB).toFixed(1)} GB`
}
