import { readdir, readFile } from 'node:fs/promises'

/** What processes and all below them use. PSS counts shared pages once. */
export interface ProcessUse {
  readonly processes: number
  readonly rssMiB: number
  readonly pssMiB: number
  /** CPU time since each started, in ms. */
  readonly cpuMs: number
}

/** Clock ticks of /proc on every Linux that Node runs on (sysconf _SC_CLK_TCK). */
const CLOCK_TICK_MS = 10

/** Adds up the process trees below these roots, from /proc. A process that ends meanwhile is left out. */
export async function useOf(roots: readonly number[]): Promise<ProcessUse> {
  const children = await childrenByParent()
  const waiting = [...roots]
  const sum = { processes: 0, rssMiB: 0, pssMiB: 0, cpuMs: 0 }
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    waiting.push(...(children.get(pid) ?? []))
    const memory = await textOf(`/proc/${pid}/smaps_rollup`)
    const fields = statFields(await textOf(`/proc/${pid}/stat`))
    if (memory === '' || fields.length === 0) continue
    sum.processes += 1
    sum.rssMiB += kib(memory, 'Rss') / 1024
    sum.pssMiB += kib(memory, 'Pss') / 1024
    // utime, stime (proc(5) fields 14 and 15), and those of children that have ended.
    for (const field of fields.slice(11, 15)) sum.cpuMs += Number(field) * CLOCK_TICK_MS
  }
  return sum
}

async function childrenByParent(): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(statFields(await textOf(`/proc/${name}/stat`))[1])
    const others = children.get(parent)
    if (others === undefined) children.set(parent, [Number(name)])
    else others.push(Number(name))
  }
  return children
}

/** The fields behind the program's name, which may hold anything. */
function statFields(stat: string): readonly string[] {
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function kib(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    // The process ended while we looked.
    return ''
  }
}
