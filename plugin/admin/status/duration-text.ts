/** A length of time as people say it, to two units: `3 d 4 h`, `12 min`, `45 s`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return withRest(hours, 'h', minutes % 60, 'min')
  return withRest(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function withRest(whole: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`
}
