// Words and passphrases that guessing programs try first. Lower case, letters and digits only.

const toList = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Whole passphrases. */
export const COMMON_PASSPHRASES: ReadonlySet<string> = new Set(
  toList(`
    passwordpassword123 password123456 password1234 passw0rd1234 123456789012 123456123456
    qwertyuiop12 qwertyuiop123 qwerty123456 iloveyou1234 abcdefghijkl abc123abc123
    troubador3 tr0ub4dor3
    thequickbrownfox thequickbrownfoxjumps quickbrownfox lazydogjumps loremipsumdolor
    loremipsumdolorsitamet tobeornottobe tobeornottobethatisthequestion
    maytheforcebewithyou maytheforce opensesame openthedoor iamyourfather
    thisismypassword thisismypassphrase mypasswordis passwordispassword notmypassword
    mysecretpassword mysecretpassphrase asecretpassword averylongpassword alongpassword
    areallylongpassword averylongpassphrase alongpassphrase alongenoughpassword
    strongpassword strongpassphrase securepassword securepassphrase temporarypassword
    defaultpassword initialpassword examplepassword samplepassword testpassword
    youshallnotpass nevergonnagiveyouup hakunamatata supercalifragilisticexpialidocious
    letmeinplease pleaseletmein whatsthepassword forgotpassword iforgotmypassword
    iloveyouforever iloveyousomuch iloveyoubaby iloveyoumom iloveyoudad ilovemymom
    ilovemyfamily ilovemywife ilovemydog ilovemycat ilovejesus jesuslovesyou jesusislord
    godisgreat godisgood ingodwetrust onceuponatime happilyeverafter
    winteriscoming liveandletlive carpediem liverpoolfc manchesterunited realmadrid
    barcelonafc arsenalfc chelseafc dallascowboys newyorkyankees
    1qaz2wsx3edc4rfv 1qazxsw23edc zaq12wsxcde3 zaq1xsw2cde3 qwe123asd456 qweasdzxc123
    123qweasdzxc qazwsxedcrfv q1w2e3r4t5y6 1q2w3e4r5t6y abcd1234abcd a1b2c3d4e5f6
    1a2b3c4d5e6f aa12345678bb 1234qwerasdf asdf1234qwer
    buylowsellhigh thetrendisyourfriend cutyourlosses letyourwinnersrun tothemoon
    diamondhands moneyneversleeps greedisgood timeismoney cashisking showmethemoney
    administrator1 superadministrator rootrootroot trustnoone trustno1trustno1
  `),
);

/** Words that give no protection, alone or together. */
export const COMMON_WORDS: readonly string[] = toList(`
  password passwords passwort passwd passphrase passcode kennwort parola motdepasse contrasena
  senha pass secret secrets letmein welcome willkommen bienvenue login logon signin admin
  administrator root superuser user username guest default temporary temp test testing tester
  demo example sample change changeme changeit changethis please computer internet server
  system access enter unlock open security secure private public service support office
  company manager master owner boss god money trader trading trades trade market markets
  futures commodity commodities terminal broker account desk weather
  qweasd iloveyou loveyou loveme lovely love baby babygirl babyboy angel angels princess prince
  queen king kings sweety sweetheart honey darling beautiful sexy hello hellohello hi bonjour
  hola monkey dragon shadow sunshine moonlight rainbow butterfly flower flowers tigger tiger
  lion eagle falcon phoenix wolf horse dolphin kitty kitten puppy chicken banana orange apple
  cheese cookie chocolate pepper ginger cherry peanut coffee whiskey
  football baseball basketball soccer hockey golf tennis rangers yankees cowboys lakers
  steelers eagles liverpool arsenal chelsea barcelona madrid juventus ferrari porsche mercedes
  mustang corvette harley yamaha
  superman batman spiderman ironman pokemon pikachu starwars startrek skywalker matrix
  minecraft fortnite naruto hunter killer ninja samurai pirate wizard warrior legend
  michael jordan jennifer jessica michelle ashley amanda nicole daniel thomas robert andrew
  joshua matthew anthony william charlie george maggie buster bailey harry james david
  maria anna laura sarah samantha alexander christian jesus
  freedom whatever trustno1 nothing something forever summer winter spring autumn
  monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
  america canada england germany london paris berlin newyork chicago texas california
  google facebook amazon samsung apple microsoft windows linux ubuntu oracle mysql android
  iphone
`);
