import { escapeHtml } from '../../http/escape.ts'

/** A titled part of the page that can be led to by its id; `content` and `note` are HTML. */
export function section(id: string, title: string, content: string, note = ''): string {
  return `<section id="${id}"><h2>${escapeHtml(title)}</h2>${note}${content}</section>`
}

/** A table whose cells are HTML. On a phone the head of the table is missing: each cell says what it is. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('')
  const body = rows.map((cells) => {
    const named = cells.map((html, at) => `<td data-name="${names[at] ?? ''}">${html}</td>`)
    return `<tr>${named.join('')}</tr>`
  })
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

/** Words as a sentence, safe for HTML. */
export function sentence(message: string): string {
  return escapeHtml(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`)
}

/** How long ago something was, with the moment itself for who points at it. */
export function ago(then: number, at: number): string {
  const iso = new Date(then).toISOString()
  return `<time datetime="${iso}" title="${iso}">${durationText(at - then)} ago</time>`
}

/** A count, with a plus where there may be more. */
export function countText(count: number, isComplete: boolean): string {
  return isComplete ? `${count}` : `${count}+`
}

/** A length of time as users say it, to two units: `3 d 4 h`, `12 min`, `45 s`. */
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
