export { contactsIt as contacts } from '../contacts/it.ts'
export { settingsIt as settings } from '../settings/it.ts'
