import { useContacts } from './context.ts'

/** All own contacts, those of a group, or the directory of the company. */
export function BookChoice() {
  const { contacts, texts } = useContacts()
  const { group, isDirectory } = contacts.query.value
  const loaded = contacts.loaded.value
  const ofGroup = (name: string) => `group ${name}`

  return (
    <select
      class="contact-group"
      aria-label={texts.group}
      value={isDirectory ? 'directory' : ofGroup(group)}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        const wanted = chosen === 'directory' ? '' : chosen.slice(ofGroup('').length)
        const { search } = contacts.query.peek()
        contacts.look({ search, group: wanted, isDirectory: chosen === 'directory' })
      }}
    >
      <option value={ofGroup('')}>{texts.allGroups({ count: loaded?.all ?? 0 })}</option>
      {loaded?.groups.map(({ name, count }) => (
        <option key={name} value={ofGroup(name)}>
          {texts.oneGroup({ name, count })}
        </option>
      ))}
      {loaded?.hasDirectory === true ? <option value="directory">{texts.directory}</option> : null}
    </select>
  )
}
