import { readFileSync } from 'node:fs'

// Loaded into a process before its own code: its wall clock is ahead by the ms that stand in a file, while
// the monotonic clock continues as it does when a user sets the time of a machine.
const path = process.env['MOVED_CLOCK_FILE'] ?? ''
const RealDate = Date
const realNow = Date.now.bind(Date)

function movedMs() {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}

class MovedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(MovedDate.now())
    else super(...parts)
  }

  static now() {
    return realNow() + movedMs()
  }
}

globalThis.Date = MovedDate
