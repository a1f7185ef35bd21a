import type { TopicPack } from './business-packs.js'

/** Packs for subjects outside business, which a business assistant usually should not discuss. */
export const EVERYDAY_PACKS: readonly TopicPack[] = [
  {
    names: 'travel, flights, hotels, tourism, vacation, trips',
    strong:
      'flight, airline, airport, hotel, book flight, book hotel, luggage, carry on, suitcase, passport, visa requirement, travel visa, ' +
      'itinerary, tourist, sightseeing, rental car, car rental, rent car, travel alert, travel, trip, cruise, boarding pass, time zone, ' +
      'timezone, plug, adapter, exchange rate, translate, vaccine, vaccination, airbnb, hostel, layover, jet lag, backpacking, resort',
    weak:
      'book, ticket, vacation, abroad, country, visit, travel to, fly, international, city, beach, foreign, currency, seat, ' +
      'spanish, french, german, italian, paris, london, tokyo, mexico, spain, france, japan, china, italy, language, shots, euro, yen',
  },
  {
    names: 'medical advice, medical, medicine, health, healthcare, diagnosis, doctor, mental health',
    strong:
      'symptom, diagnose, diagnosis, doctor, physician, nurse, hospital, prescription, medication, antibiotic, dosage, dose, ibuprofen, ' +
      'aspirin, paracetamol, tylenol, blood pressure, diabetes, cancer, tumor, infection, fever, rash, migraine, surgery, chest pain, ' +
      'side effect, vaccine, pregnancy, pregnant, depression, anxiety, therapist, disease, illness, cholesterol, insulin, asthma, allergy, ' +
      'sore throat, headache, cough, medical, medicine, clinic, pharmacy, treatment, stroke, heart attack, painkiller',
    weak: 'pain, hurt, sick, pill, health, healthy, treat, cure, blood, swollen, dizzy, nausea, patient, virus, flu, sleep, therapy, drug',
  },
  {
    names: 'legal advice, legal, law, lawyer, court',
    strong:
      'lawyer, attorney, lawsuit, sue, court, judge, jury, plaintiff, defendant, custody, divorce, contract law, legal, illegal, ' +
      'liability, liable, negligence, copyright, trademark, patent, bail, felony, misdemeanor, statute, subpoena, prosecute, will and testament, ' +
      'power of attorney, settlement, small claims, eviction notice, legal right, legally, immigration law, probate',
    weak: 'law, right, contract, sign, clause, case, rule, regulation, charge, convict, police, evidence, guilty, file',
  },
  {
    names: 'politics, political, election, government, policy debate, elections',
    strong:
      'election, president, prime minister, senator, congress, parliament, democrat, republican, vote, voter, political, politics, ' +
      'politician, campaign rally, left wing, right wing, conservative, liberal, socialism, communism, capitalism, abortion, gun control, ' +
      'trump, biden, obama, putin, white house, supreme court, referendum, ballot, brexit, immigration policy, tax policy, impeach, ' +
      'chancellor, labour party, political party, candidate, governor, legislation',
    weak: 'party, government, policy, state, law, leader, country, protest, war, border, immigration, debate, minister, nation, mayor',
  },
  {
    names: 'violence, violent, self harm, harm, terrorism, crime, murder',
    strong:
      'kill, murder, stab, shoot someone, assault, torture, behead, strangle, massacre, terrorist, terrorism, bomb, bombing, hostage, ' +
      'kidnap, homicide, rape, beat up, attack someone, slaughter, hurt someone, violence, violent, suicide, lynch, genocide, assassinate, arson',
    weak: 'attack, weapon, blood, fight, threat, hurt, punch, die, death, victim, crime, knife, gun, shoot, harm',
  },
  {
    names: 'weapons, guns, firearms, explosives, weapon, ammunition',
    strong:
      'weapon, gun, firearm, rifle, pistol, handgun, shotgun, ammunition, ammo, bullet, grenade, explosive, bomb, detonator, silencer, ' +
      'ak 47, ar 15, glock, c4, gunpowder, landmine, missile, machete, molotov, 3d printed gun, magazine capacity, caliber, pipe bomb',
    weak: 'knife, shoot, blade, barrel, trigger, sword, range, holster, scope, ammo, arm',
  },
  {
    names: 'drugs, narcotics, illegal drugs, substances, alcohol',
    strong:
      'cocaine, heroin, meth, methamphetamine, marijuana, cannabis, weed dealer, lsd, ecstasy, mdma, fentanyl, opioid, ketamine, ' +
      'psilocybin, magic mushrooms, drug dealer, crack, get high, overdose, narcotic, amphetamine, drugs, smoke weed, dealer, snort, ' +
      'vodka, whiskey, drunk, beer, liquor, bong, vape, dark web drugs',
    weak: 'drug, weed, high, smoke, pill, inject, dose, alcohol, substance, trip, addict, wine, joint, stoned, drink',
  },
  {
    names: 'gambling, betting, casino, lottery, bets',
    strong:
      'gamble, gambling, casino, poker, blackjack, roulette, slot machine, bet, betting, bookmaker, bookie, sportsbook, lottery, jackpot, ' +
      'wager, parlay, point spread, odds, baccarat, craps, scratch card, free spins',
    weak: 'win, dice, chip, stake, card game, lucky, bonus, payout, coin',
  },
  {
    names: 'adult content, sexual content, sex, pornography, nsfw, adult, dating, explicit content, sexual',
    strong:
      'porn, pornography, sex, sexual, sexy, nude, naked, erotic, erotica, orgasm, masturbate, blowjob, escort, stripper, onlyfans, xxx, ' +
      'nsfw, fetish, bdsm, threesome, horny, hookup, hentai, intercourse, genitals, penis, vagina, boobs, sexting',
    weak: 'kiss, bed, dating, date, tinder, body, lover, intimate, bra, seduce, flirt, virgin',
  },
  {
    names: 'religion, religious, faith, church, god, spirituality',
    strong:
      'religion, religious, god, jesus, christ, christian, christianity, bible, church, islam, muslim, quran, koran, mosque, allah, prophet, ' +
      'jewish, judaism, torah, synagogue, rabbi, hindu, hinduism, buddhism, buddhist, catholic, pope, protestant, pray, prayer, atheist, ' +
      'heaven, hell, sin, salvation, baptism, priest, imam, ramadan, afterlife, sermon, gospel, karma, meaning of life',
    weak: 'faith, soul, holy, worship, belief, spiritual, angel, temple, sacred, miracle, scripture, bless, creator',
  },
  {
    names: 'weather, forecast, climate',
    strong:
      'weather, forecast, rain, snow, sunny, temperature, humidity, thunderstorm, storm, hurricane, tornado, umbrella, windy, cloudy, ' +
      'celsius, fahrenheit, degree outside, heat wave, drizzle, precipitation',
    weak: 'hot, cold, outside, wind, cloud, tomorrow, degree, warm, freezing, climate, today',
  },
  {
    names: 'cooking, food, recipes, kitchen, dining, restaurants, nutrition, recipe, diet, meals',
    strong:
      'recipe, cook, bake, oven, ingredient, restaurant, reservation, calorie, nutrition, nutritional, meal, dinner, lunch, breakfast, ' +
      'chicken, beef, pork, pasta, pizza, salad, soup, sandwich, burger, sushi, taco, cake, cheese, egg, butter, flour, sugar, rice, ' +
      'vegetable, fruit, dessert, sauce, chef, grill, fry, boil, microwave, vegan, vegetarian, protein, carbs, table for, milk, bread, ' +
      'potato, tomato, apple, shrimp, steak, turkey, fish, oil substitute, expired food, leftover, dish, cuisine',
    weak: 'food, eat, taste, healthy, substitute, menu, drink, table, party of, serve, kitchen, review, busy, diet, fat, chinese, thai, salt',
  },
  {
    names: 'sports, sport, football, soccer, basketball, fitness, exercise',
    strong:
      'football, soccer, basketball, baseball, tennis, golf, hockey, cricket, rugby, nfl, nba, mlb, olympics, world cup, super bowl, ' +
      'quarterback, goalkeeper, touchdown, home run, championship, playoffs, marathon, workout, gym, coach, stadium, athlete, swimming, ' +
      'cycling, referee, league table, lakers, yankees, premier league, yoga, push up',
    weak: 'team, game, score, win, match, player, season, league, ball, run, race, train, exercise, tournament, final',
  },
  {
    names: 'home, household, smart home, music, calendar, reminders, gardening, chores',
    strong:
      'thermostat, turn on light, turn off light, smart home, playlist, song, music, play song, calendar, reminder, remind, todo list, ' +
      'to do list, shopping list, lights, vacuum, laundry, garden, lawn, plumber, furniture, album, radio, volume, speaker, next track, ' +
      'chore, event on calendar, lamp, air conditioner, dishwasher, spotify, lock door',
    weak: 'list, add, remove, play, room, kitchen, light, event, appointment, house, clean, door, schedule, turn, task, tune, band, artist',
  },
  {
    names:
      'auto, car, cars, automotive, driving, traffic, commute, vehicles, transport, directions, navigation',
    strong:
      'tire, oil change, engine, gas station, mpg, gas mileage, mileage, traffic, directions, uber, lyft, taxi, car battery, jump start, ' +
      'mechanic, brake, transmission, highway, freeway, commute, gps, bus, train, subway, parking, driver license, motor oil, gas tank, ' +
      'tire pressure, car maintenance, car, truck, vehicle, windshield, gallon, unleaded, diesel, route, check engine, how far, miles',
    weak: 'drive, gas, fuel, road, oil, distance, location, street, maintenance, ride, far, get to, pressure, battery, inspection, address',
  },
  {
    names:
      'utility, assistant tools, time, alarms, calculator, conversions, phone calls, settings, device settings',
    strong:
      'alarm, timer, what time, current time, todays date, what date, calculate, square root, multiply, divide, divided by, times, convert, ' +
      'inches, centimeter, ounce, kilogram, liter, flip coin, heads or tails, roll dice, dice, spell, spelling, definition, define, dictionary, ' +
      'synonym, find phone, lost phone, call mom, make call, phone call, text message, send text, share location, accent, whisper, ' +
      'change language, change name, speak slower, speak faster, talk slower, talk faster, factory reset, repeat, voice, percent of',
    weak: 'time, date, phone, call, text, number, mean, word, name, coin, minute, hour, clock, add, plus, minus, slow, fast, settings, speak, talk, say',
  },
  {
    names: 'entertainment, movies, games, gaming, celebrities, television, books',
    strong:
      'movie, film, actor, actress, netflix, tv show, episode, video game, playstation, xbox, nintendo, celebrity, novel, author, ' +
      'concert, comedian, anime, hollywood, director, oscar, minecraft, fortnite, singer, marvel, disney',
    weak: 'show, game, book, watch, series, read, star, character, story, play, season, famous, funny',
  },
  {
    names: 'relationships, family, dating advice, personal advice, parenting, pets',
    strong:
      'girlfriend, boyfriend, husband, wife, marriage, wedding, breakup, crush, toddler, baby, parenting, puppy, dog, cat, kitten, pet, ' +
      'friendship, anniversary, in laws, cheating on, soulmate',
    weak: 'love, friend, family, child, kid, mother, father, sister, brother, relationship, date, birthday, gift',
  },
]
