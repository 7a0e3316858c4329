export { contactsIt as contacts } from '../contacts/it.ts'
export { mailIt as mail } from '../mail/it.ts'
export { settingsIt as settings } from '../settings/it.ts'
