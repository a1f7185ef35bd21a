// Detection vocabulary for hate speech. Lower case; never part of any output.

/** Nouns for groups of people with a protected characteristic. */
export const GROUP_NOUNS =
  'woman females female girl muslim islamist immigrant migrant refugee foreigner jew gay homosexual lesbian transgender transsexual ' +
  'bisexual black african latino latina hispanic mexican asian chinaman arab pakistani indian iranian iraqi somali nigerian turk ' +
  'palestinian israeli russian ukrainian pole romanian gypsy roma christian catholic hindu sikh buddhist mormon atheist ' +
  'autistic cripple amputee senior pensioner elderly minority white caucasian native aboriginal syrian afghan haitian cuban ' +
  'puerto-rican filipino korean albanian kurd zionist lgbt lgbtq'

/** Adjectives that name a group only before a word for people: "black people", "a disabled man". */
export const GROUP_ADJECTIVES =
  'gay trans transgender black brown white disabled handicapped muslim islamic jewish immigrant female asian chinese japanese korean ' +
  'vietnamese african arab arabic hispanic latino mexican indian pakistani polish romanian turkish russian irish italian german french dutch ' +
  'american british english israeli palestinian christian catholic hindu sikh homosexual lesbian bisexual queer deaf blind autistic old elderly ' +
  'young homeless poor foreign colored coloured native indigenous roma fat obese refugee migrant minority nonbinary intersex mentally-ill'

export const PEOPLE_NOUNS =
  'people person man men woman women folk guy kid child children community ones life lives boy girl student worker ' +
  'couple family individual citizen neighbour neighbor population race'

/** Adjectives that are also nouns for people and rarely mean anything else: "a muslim", "immigrant trash". */
export const ALWAYS_PEOPLE = 'muslim immigrant refugee migrant lesbian homosexual jewish'

/** Dehumanizing words that do not name pets: "black dog" is a dog. */
export const FILTH = 'vermin scum filth trash garbage parasite plague subhuman savage cockroach maggot ape'

/** The weight is the certainty that the word alone is hate speech. */
export const SLURS: Readonly<Record<string, number>> = {
  // Words with hardly any other meaning.
  nigger: 0.85,
  kike: 0.85,
  spic: 0.8,
  wetback: 0.85,
  chink: 0.75,
  gook: 0.85,
  raghead: 0.85,
  towelhead: 0.85,
  faggot: 0.75,
  tranny: 0.75,
  shemale: 0.65,
  sandnigger: 0.9,
  muzzie: 0.85,
  muzrat: 0.9,
  jihadi: 0.45,
  rapefugee: 0.85,
  beaner: 0.8,
  darkie: 0.8,
  darky: 0.8,
  paki: 0.75,
  wop: 0.5,
  dago: 0.75,
  jigaboo: 0.85,
  pickaninny: 0.8,
  porchmonkey: 0.9,
  untermensch: 0.8,
  subhuman: 0.45,
  mudslime: 0.85,
  kaffir: 0.8,
  golliwog: 0.7,
  tard: 0.45,
  retard: 0.6,
  mongoloid: 0.65,
  spastic: 0.45,
  spaz: 0.4,
  sodomite: 0.6,
  dyke: 0.35,
  lesbo: 0.55,
  poofter: 0.75,
  homo: 0.4,
  trannie: 0.75,
  femoid: 0.75,
  feminazi: 0.6,
  cunt: 0.45,
  whore: 0.4,
  slut: 0.4,
  thot: 0.45,
  shitskin: 0.9,
  mudshark: 0.85,
  coon: 0.4,
  groid: 0.85,
  // Words that are also used among friends, by the group itself, or with another meaning.
  nigga: 0.3,
  negro: 0.4,
  fag: 0.5,
  queer: 0.3,
  bitch: 0.35,
  gyppo: 0.75,
  cripple: 0.3,
  midget: 0.35,
  hoe: 0.2,
  redskin: 0.5,
  jap: 0.6,
  goy: 0.2,
  cracker: 0.1,
  gringo: 0.25,
  libtard: 0.3,
  zog: 0.5,
  camelfucker: 0.9,
  mong: 0.4,
  goatfucker: 0.85,
  illegals: 0.4,
}

export const DEROGATORY =
  'disgusting inferior stupid dumb dumbest dirty filthy worthless vile ugly pathetic ignorant violent cruel lazy dishonest evil sick repulsive ' +
  'revolting nasty degenerate degenerated primitive uncivilised uncivilized backward barbaric retarded useless idiotic moronic brainless dangerous perverted ' +
  'deviant abnormal unnatural weak greedy sneaky untrustworthy incompetent unclean unfit hideous abhorrent despicable contemptible smelly rotten ' +
  'corrupt criminal deranged insane crazy mental diseased parasitic immoral sinful subhuman dishonourable shameful depraved insufferable annoying ' +
  'horrible terrible awful shitty crappy gross appalling mediocre treacherous cowardly irrational hysterical burden abomination disgrace embarrassment ' +
  'threat menace mistake problem failure terrorist thief rapist murderer liar loser idiot moron imbecile fool pervert pedophile paedophile predator ' +
  'thug gangster criminal invader freak monster dickhead prick bastard asshole arsehole scumbag jerk twat wanker dimwit shithead douchebag'

export const DEHUMANIZING =
  'animal vermin cockroach rat parasite pig scum filth trash garbage rubbish refuse dirt disease plague cancer virus monkey ape maggot leech ' +
  'dog swine insect bug pest infestation mongrel beast creature subhuman savage dung feces excrement waste tumor locust snake cattle demon ' +
  'barbarian goblin zoo'

export const HATING =
  'hate despise loathe detest abhor disdain scorn contempt disgust resent repulse hatred sicken loathing revulsion aversion'

export const EXCLUDING =
  'deport expel ban banish exclude segregate sterilise sterilize castrate eradicate exterminate annihilate cleanse purge evict ' +
  'eliminate enslave lock cage imprison jail bar barred kick extinct extermination eradication deportation ethnic remove removal'

export const PRAISING =
  'love respect admire adore celebrate support appreciate wonderful amazing great beautiful brilliant kind good best better equal valuable trust ' +
  'attractive intelligent smart clever capable proud welcome deserve right rights matter worthy decent human humane lovely fantastic nice help ' +
  'compassion sympathy empathy protect friend hero inspiring valued happy talented gifted honest normal attractive worth contribute achieve succeed'

/** Words that indicate that the author reports or rejects hate speech. */
export const REJECTING =
  'wrong unacceptable racist racism sexist sexism bigot bigoted bigotry hateful offensive misguided ignorantly ' +
  'condemn condemned denounce reject rejected tolerate condone blocked banned court reported report ashamed shame stop slur homophobic homophobia ' +
  'transphobic transphobia islamophobic islamophobia xenophobic misogynist misogyny antisemitic antisemitism discrimination prejudice stereotype ' +
  'hurtful insult realise realize luckily harmful apologise apologize myth'

export const SAYING =
  'say saying said says call calling called write writing wrote written post posting posted tweet tweeted tweeting shout shouting shouted yell ' +
  'yelling message messages send sends sending comment comments claim claiming claims claimed quote text term word phrase slogan'
