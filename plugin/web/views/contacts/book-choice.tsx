import { useContacts } from './context.ts'

/** All own contacts, those of a group, or the directory of the company. */
export function BookChoice() {
  const { contacts, words } = useContacts()
  const { group, isDirectory } = contacts.query.value
  const told = contacts.told.value
  const ofGroup = (name: string) => `group ${name}`

  return (
    <select
      class="contact-group"
      aria-label={words.group}
      value={isDirectory ? 'directory' : ofGroup(group)}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        const wanted = chosen === 'directory' ? '' : chosen.slice(ofGroup('').length)
        const { search } = contacts.query.peek()
        contacts.look({ search, group: wanted, isDirectory: chosen === 'directory' })
      }}
    >
      <option value={ofGroup('')}>{words.allGroups({ count: told?.all ?? 0 })}</option>
      {told?.groups.map(({ name, count }) => (
        <option key={name} value={ofGroup(name)}>
          {words.oneGroup({ name, count })}
        </option>
      ))}
      {told?.hasDirectory === true ? <option value="directory">{words.directory}</option> : null}
    </select>
  )
}
