export { contactsUk as contacts } from '../contacts/uk.ts'
export { mailUk as mail } from '../mail/uk.ts'
export { settingsUk as settings } from '../settings/uk.ts'
