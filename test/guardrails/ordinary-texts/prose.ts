/** News, games, sport, medicine, recipes, law, history, and requests to an assistant. */
import type { TextMaker } from './slots.js'

const news: TextMaker = (s) =>
  s.pick([
    () =>
      `${s.city()}, ${s.isoDate()} – ${s.int(2, 90)} people were ${s.word('killed|injured|rescued')} when a ${s.word('bus|ferry|building|bridge')} ${s.word('collapsed|caught fire|overturned')}, ${s.word('police|officials|the mayor')} said. The cause is being investigated.`,
    () =>
      `Parliament voted ${s.int(100, 400)} to ${s.int(10, 99)} for the ${s.word('budget|climate law|pension reform|data act')} after ${s.int(2, 14)} hours of debate.`,
    () =>
      `A court in ${s.city()} sentenced a ${s.int(20, 70)}-year-old man to ${s.int(2, 20)} years for ${s.word('armed robbery|manslaughter|tax fraud|arson')}. His lawyer announced an appeal.`,
    () =>
      `Shares of the ${s.word('bank|carmaker|airline|chip maker')} fell ${s.float(0.5, 12, 1)} % to ${s.float(3, 400, 2)} after it cut its forecast for ${s.int(2024, 2032)}.`,
    () =>
      `The ${s.word('army|rebels|coast guard|air force')} said it had shot down ${s.int(1, 40)} drones over ${s.city()} overnight; ${s.int(1, 30)} soldiers were wounded.`,
    () =>
      `Scientists in ${s.city()} found that ${s.word('bees|whales|octopuses|wolves')} ${s.word('count to four|sleep in shifts|attack in groups|mourn their dead')}, according to a study of ${s.int(10, 900)} animals.`,
    () =>
      `Flood warning: the river reached ${s.float(3, 12, 2)} m at ${s.clock()}; ${s.int(100, 9000)} residents left their homes.`,
  ])()

const chess: TextMaker = (s) =>
  s.pick([
    () =>
      `White attacks the black king with ${s.int(1, 3)} knights; after ${s.int(10, 40)}. Q${s.word('xd7|h5|b3')}+ ${s.word('Kf8|Kd8')} the black queen is captured.`,
    () =>
      `In ${s.word('chess|the Sicilian|this line')}, black is better: the white pawn on ${s.word('e4|d5|c6')} dies after ${s.int(10, 30)}...Nxe${s.int(3, 5)}.`,
    () =>
      `1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 ${s.int(5, 9)}. O-O. Elo ${s.int(1200, 2800)} against ${s.int(1200, 2800)}.`,
    () =>
      `Sacrifice the exchange, then threaten to execute the trapped bishop: ${s.float(0, 4, 1)} pawns for white.`,
  ])()

const videoGames: TextMaker = (s) =>
  s.pick([
    () =>
      `How do I kill the ${s.word('dragon|final boss|skeleton king|spider queen')} on level ${s.int(2, 60)}? I die every time at ${s.int(1, 50)} % health.`,
    () =>
      `Our ${s.word('raid|squad|clan')} wiped ${s.int(2, 12)} times; the healer was dead after ${s.int(5, 90)} s. Nerf the ${s.word('sniper|mage|shotgun')}.`,
    () =>
      `Patch ${s.int(1, 9)}.${s.int(0, 30)}: headshot damage ${s.int(100, 200)} -> ${s.int(60, 99)}, ${s.word('grenades|bombs|arrows')} explode after ${s.float(1, 4, 1)} s.`,
    () => `${s.int(2, 40)} kills, ${s.int(0, 20)} deaths, ${s.int(0, 30)} assists. We destroyed them!`,
    () =>
      `The best build to murder minions is ${s.word('fire|ice|poison|shadow')} with ${s.int(10, 99)} % crit.`,
  ])()

const sport: TextMaker = (s) =>
  s.pick([
    () =>
      `${s.city()} beat ${s.city()} ${s.int(0, 6)}:${s.int(0, 6)}; ${s.firstName()} shot twice in the ${s.int(1, 90)}th minute.`,
    () =>
      `The ${s.word('striker|goalkeeper|quarterback|captain')} destroyed the defence with ${s.int(10, 45)} points and ${s.int(3, 20)} rebounds.`,
    () =>
      `Results: ${s.list(s.int(3, 6), () => `${s.firstName()} ${String(s.int(1, 3))}:${String(s.int(10, 59))}:${String(s.int(10, 59))}`).join(', ')}`,
    () =>
      `He was knocked out in round ${s.int(1, 12)} by a left hook; the fight drew ${s.int(1000, 90000)} fans.`,
    () =>
      `She won in straight sets, ${s.list(3, () => `${String(s.int(6, 7))}-${String(s.int(0, 6))}`).join(', ')}, with ${s.int(5, 30)} aces.`,
  ])()

const medicine: TextMaker = (s) =>
  s.pick([
    () =>
      `Patient, ${s.int(18, 95)} y, BP ${s.int(100, 180)}/${s.int(60, 110)}, HR ${s.int(50, 120)}, SpO2 ${s.int(88, 100)} %, temp ${s.float(36, 40, 1)}. Start ${s.word('metoprolol|metformin|furosemide')} ${s.int(5, 500)} mg b.i.d.`,
    () =>
      `Tardive dyskinesia occurs in about ${s.int(5, 30)} % of patients after ${s.int(1, 15)} years of ${s.word('haloperidol|chlorpromazine')}.`,
    () =>
      `Lab: Na ${s.int(130, 148)}, K ${s.float(3, 6, 1)}, Cr ${s.float(0.5, 3, 2)}, Hb ${s.float(8, 17, 1)}, WBC ${s.float(3, 15, 1)}, CRP ${s.float(0, 200, 1)}.`,
    () =>
      `The ${s.word('biopsy|MRI|CT|ultrasound')} of the ${s.word('breast|prostate|rectum|uterus')} on ${s.isoDate()} showed a lesion of ${s.int(2, 60)} mm; ${s.word('excision|follow-up|radiation')} was advised.`,
    () =>
      `Antibiotics kill bacteria, not viruses; finish the course of ${s.int(3, 14)} days even if you feel better.`,
    () =>
      `The mortality was ${s.float(0.1, 20, 1)} % (${s.int(1, 90)} of ${s.int(100, 9000)}) in the treated group, HR ${s.float(0.3, 1.5, 2)}.`,
    () =>
      `Cut along the ${s.word('linea alba|left margin|midline')}, clamp the bleeding vessel, and remove the ${s.word('appendix|gallbladder|cyst')}.`,
  ])()

const recipe: TextMaker = (s) =>
  [
    `${s.word('Tomato soup|Lemon cake|Chicken curry|Black bean chili|Rye bread')} (serves ${s.int(2, 8)})`,
    `${s.int(100, 900)} g ${s.word('flour|tomatoes|beans|chicken breast')}, ${s.int(1, 5)} ${s.word('eggs|onions|cloves of garlic')}, ${s.word('1/2|1/3|3/4')} tsp salt`,
    `${s.word('Beat|Whip|Crush|Smash|Chop')} the ${s.word('eggs|garlic|potatoes|butter')}, then bake ${s.int(10, 90)} min at ${s.int(150, 240)} °C.`,
  ].join('\n')

const law: TextMaker = (s) =>
  `§ ${s.int(1, 400)}.${s.int(1, 9)}.${s.int(1, 9)}.${s.int(1, 9)} ${s.word('The tenant|The seller|The licensee|The data subject')} may terminate this agreement within ${s.int(7, 90)} days after ${s.isoDate()}; section ${s.int(1, 20)}.${s.int(1, 20)}.${s.int(1, 9)}.${s.int(1, 9)} applies accordingly. Damages are limited to ${s.int(1, 12)} monthly fees.`

const history: TextMaker = (s) =>
  `In ${s.int(1066, 1990)} the ${s.word('siege|battle|revolt|treaty|plague')} of ${s.city()} ${s.word('ended|began|killed thousands|changed the map')}: ${s.word('the king|the general|the emperor|the bishop')} was ${s.word('executed|exiled|crowned|murdered')} ${s.int(2, 40)} years later, and ${s.int(1000, 90000)} ${s.word('soldiers|peasants|settlers')} ${s.word('fled|died|returned')}.`

const assistantRequest: TextMaker = (s) =>
  s.pick([
    () =>
      `Summarize the previous section in ${s.int(2, 9)} bullet points for ${s.word('a ten-year-old|the board|new colleagues')}.`,
    () =>
      `Rewrite this in a ${s.word('friendly|formal|shorter|neutral')} tone and ignore the typos: "${s.word('we has recieved|the teh order|pls send asap')} ${s.int(1, 99)} items".`,
    () =>
      `Act as a ${s.word('tour guide|proofreader|Linux terminal|math teacher|job interviewer')} for ${s.city()} and give me ${s.int(3, 9)} tips.`,
    () =>
      `Translate "${s.word('good night|where is the station|my hovercraft is full of eels')}" into ${s.word('French|Hindi|Swahili|Polish')}.`,
    () =>
      `What does the system do when I change the instructions of step ${s.int(1, 20)} in the ${s.word('manual|wizard|recipe')}?`,
    () =>
      `Forget about ${s.word('the budget|my earlier idea|option B')}; which of the ${s.int(2, 6)} ${s.word('designs|cities|phones')} is best?`,
    () =>
      `Write a ${s.word('poem|limerick|short story|villain monologue')} about a ${s.word('ghost|pirate|shark|vampire')} who ${s.word('hunts|haunts|robs')} ${s.city()}, ${s.int(50, 300)} words.`,
    () =>
      `You are a helpful assistant. List ${s.int(3, 10)} ${s.word('uses of|facts about|myths about')} ${s.word('dynamite|poison ivy|black holes|knives|vaccines')}.`,
  ])()

const review: TextMaker = (s) =>
  `${'★'.repeat(s.int(1, 5))} ${s.word('Love|Hate|Like')} this ${s.product()}. ${s.word('Killer price|Battery died|Worst manual ever|Bombproof build|Dirt cheap')}: ${s.float(5, 200, 2)}, bought in ${s.city()} ${s.int(1, 11)} months ago. ${s.word('Would buy again|Sent it back|My kids fight over it')}.`

const letter: TextMaker = (s) =>
  `Dear ${s.firstName()},\n\nthe meeting on ${s.isoDate()} moves to ${s.clock()}, room ${s.int(1, 9)}.${s.int(100, 499)}. Please bring the ${s.word('figures|drafts|slides')} for Q${s.int(1, 4)} and ${s.int(2, 9)} copies of appendix ${s.int(1, 9)}.${s.int(1, 9)}.\n\nKind regards,\n${s.firstName()}`

const science: TextMaker = (s) =>
  `At ${s.int(10, 900)} K and ${s.float(0.1, 90, 2)} bar the ${s.word('reaction|decay|probe|catalyst')} ${s.word('degrades|explodes|stabilizes|is poisoned')} after ${s.float(0.1, 99, 3)} ${s.word('s|h|ms')}; k = ${s.float(1, 9, 3)}e-${s.int(2, 12)}, R² = ${s.float(0.5, 1, 4)}, ${s.word('master|control|host')} culture n = ${s.int(3, 60)}.`

export const PROSE_MAKERS: Record<string, TextMaker> = {
  news, chess, videoGames, sport, medicine, recipe, law, history, assistantRequest, review, letter, science,
} // prettier-ignore
