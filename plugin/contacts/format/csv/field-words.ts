/** A single field of a contact. */
export type ColumnField =
  | 'name'
  | 'prefix'
  | 'given'
  | 'middle'
  | 'family'
  | 'suffix'
  | 'nickname'
  | 'organisation'
  | 'department'
  | 'title'
  /** The whole day, or the day of the month where the others say year and month. */
  | 'birthday'
  | 'birthYear'
  | 'birthMonth'
  | 'note'
  | 'groups'

/**
 * What Outlook, Thunderbird, Google, Yahoo and others name the columns of single fields, in the language they are used in. As
 * `headerKey` has them; those of one field beside each other.
 */
export const FIELD_WORDS: readonly (readonly [ColumnField, string])[] = [
  [
    'name',
    'name|full name|display name|file as|contact name|contact|anzeigename|vollständiger name',
  ],
  [
    'name',
    'nom complet|nom à afficher|nom affiché|nombre completo|nombre para mostrar|mostrar nombre',
  ],
  ['name', 'nome visualizzato|nome completo|nominativo|weergavenaam|volledige naam|naam'],
  [
    'name',
    'nazwa wyświetlana|wyświetlana nazwa|imię i nazwisko|nome de exibição|görünen ad|tam ad',
  ],
  [
    'name',
    'ad soyad|adı soyadı|表示名|氏名|名前|お名前|имя и фамилия|фио|полное имя|отображаемое имя',
  ],
  [
    'name',
    'повне ім я|піб|відображуване ім я|celé jméno|jméno a příjmení|fullständigt namn|namn|navn',
  ],
  ['name', 'fulde navn|nimi|teljes név|név|姓名|显示名称|顯示名稱|이름|성명|الاسم|الاسم الكامل'],
  [
    'given',
    'given name|first name|firstname|first|forename|vorname|prénom|nombre|nome|primeiro nome',
  ],
  [
    'given',
    'nome próprio|voornaam|imię|ad|adı|ім я|имя|名|名字|الاسم الأول|jméno|křestní jméno|meno',
  ],
  ['given', 'förnamn|fornavn|etunimi|utónév|keresztnév|prenume|όνομα|이름 이름'],
  ['middle', 'additional name|middle name|middle|second name|weitere vornamen|zweiter vorname'],
  ['middle', 'deuxième prénom|autre prénom|segundo nombre|secondo nome|middelste naam|drugie imię'],
  ['middle', 'segundo nome|nome do meio|ikinci ad|по батькові|отчество|ミドル ネーム|ミドルネーム'],
  ['middle', 'druhé jméno|andra förnamn|mellannamn|mellemnavn|mellomnavn|中间名|المعروف بالأوسط'],
  [
    'family',
    'family name|last name|lastname|last|surname|nachname|familienname|nom|nom de famille',
  ],
  [
    'family',
    'apellidos|apellido|primer apellido|cognome|achternaam|nazwisko|sobrenome|último nome',
  ],
  [
    'family',
    'apelido de família|soyadı|soyad|прізвище|фамилия|姓|姓氏|اسم العائلة|příjmení|priezvisko',
  ],
  ['family', 'efternamn|efternavn|etternavn|sukunimi|vezetéknév|családnév|nume de familie|επώνυμο'],
  ['prefix', 'name prefix|prefix|title|salutation|anrede|titel|titre|civilité|titolo|título|tytuł'],
  ['prefix', 'aanhef|unvan|обращение|звернення|敬称|肩書き|oslovení|称谓'],
  [
    'suffix',
    'name suffix|suffix|suffixe|sufijo|suffisso|suffix name|sufiks|przyrostek|sufixo|sonek',
  ],
  ['suffix', 'суффикс|суфікс|achtervoegsel|后缀'],
  [
    'nickname',
    'nickname|nick|nick name|spitzname|surnom|apodo|alias|soprannome|bijnaam|pseudonim|apelido',
  ],
  ['nickname', 'takma ad|псевдоним|псевдонім|прізвисько|ニックネーム|přezdívka|smeknamn|昵称'],
  ['organisation', 'organization|organisation|organization name|organization 1 name|company'],
  [
    'organisation',
    'company name|employer|firma|unternehmen|société|entreprise|organización|compañía',
  ],
  ['organisation', 'empresa|società|azienda|organizzazione|bedrijf|organisatie|organizacja'],
  [
    'organisation',
    'organização|şirket|kuruluş|організація|компанія|організация|организация|компания',
  ],
  [
    'organisation',
    '会社名|会社|勤務先|組織|الشركة|společnost|organizace|företag|virksomhed|yritys|cég',
  ],
  ['organisation', '公司|单位|單位|회사'],
  ['department', 'department|organization department|organization 1 department|abteilung|service'],
  [
    'department',
    'département|departamento|reparto|afdeling|dział|departman|bölüm|відділ|отдел|部署',
  ],
  ['department', 'oddělení|avdelning|部门|부서'],
  ['title', 'job title|organization title|organization 1 title|role|position|arbeitstitel|beruf'],
  [
    'title',
    'fonction|cargo|puesto|posizione|mansione|qualifica|functie|stanowisko|iş unvanı|görevi',
  ],
  ['title', 'посада|должность|役職|funkce|befattning|职务|직함'],
  ['birthday', 'birthday|birth date|date of birth|birth day|geburtstag|geburtsdatum|anniversaire'],
  ['birthday', 'date de naissance|cumpleaños|fecha de nacimiento|compleanno|data di nascita'],
  ['birthday', 'verjaardag|geboortedatum|urodziny|data urodzenia|aniversário|data de nascimento'],
  [
    'birthday',
    'doğum günü|doğum tarihi|день народження|дата народження|день рождения|дата рождения',
  ],
  [
    'birthday',
    '誕生日|生年月日|تاريخ الميلاد|jour de naissance|día de nacimiento|giorno di nascita',
  ],
  [
    'birthday',
    'geboortedag|dzień urodzenia|dia de nascimento|يوم الميلاد|narozeniny|födelsedag|生日',
  ],
  ['birthYear', 'birth year|geburtsjahr|année de naissance|año de nacimiento|anno di nascita'],
  ['birthYear', 'geboortejaar|rok urodzenia|ano de nascimento|doğum yılı|рік народження'],
  ['birthYear', 'год рождения|生年|誕生年|سنة الميلاد'],
  ['birthMonth', 'birth month|geburtsmonat|mois de naissance|mes de nacimiento|mese di nascita'],
  ['birthMonth', 'geboortemaand|miesiąc urodzenia|mês de nascimento|doğum ayı|місяць народження'],
  ['birthMonth', 'месяц рождения|誕生月|شهر الميلاد'],
  [
    'note',
    'notes|note|comments|comment|notizen|notiz|bemerkungen|anmerkungen|remarques|notas|nota',
  ],
  [
    'note',
    'notities|notatki|uwagi|anotações|observações|notlar|примітки|нотатки|заметки|примечания',
  ],
  ['note', 'description|メモ|備考|poznámky|anteckningar|备注|메모|ملاحظات'],
  [
    'groups',
    'labels|group membership|groups|group|categories|category|kategorien|kategorie|gruppe',
  ],
  ['groups', 'catégories|catégorie|groupes|categorías|categoría|categorie|categoria|categorieën'],
  [
    'groups',
    'kategorie|categorias|kategoriler|категорії|категории|категория|группы|分類|分類項目|类别',
  ],
]
