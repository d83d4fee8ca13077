/**
 * What people choose most often: from the list of @zxcvbn-ts/language-common 4.1.3 (MIT), with words of German-speaking
 * offices and of this trade, lower case. One list for whole passwords and for the parts that longer ones are glued from.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
000000 000001 000007 0007 007007 01011 01011970 01011980 01011981 01011985 01011986 01011990 01011991 01012000
01012001 01012010 01012011 010203 010203040506 012345678910 014702580369 01telemike01 050605rostik 100000 1001 102030
102030405060 102938 1029384756 1066 111111 11111111 1111111111zz 11112222 111222 111222333 111222333000
111222333444555 1122 112233 11223344 1122334455 112233445566 112358 11235813 1123581321 12121 121314 1221
122333444455555 1225 123098 12312 123123 12312312 123123a 123123q 123123qweqwe 1232323q 12332 123321 123321123
123321123321 123321456654 123321q 123321qweewq 1234 1234321 12344321 12345 123454321 1234554321 123456 123456654321
1234567 12345677654321 12345678 123456782000 1234567887654321 123456789 1234567890 123456789000 12345678900987654321
123456789012 1234567890987654321 1234567890q 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890zzz
12345678910 123456789101 123456789123 1234567892000 12345678987654321 123456789987654321 123456789a 123456789aaa
123456789abc 123456789asd 123456789q 123456789qaz 123456789qqq 123456789qwe 123456789qwer 123456789qwerty 123456789z
123456789zxc 1234567a 1234567q 1234567qwertyu 123456a 123456aa 123456k 123456q 123456qwerty 123456z 123456zxcvbn
123457 12345a 12345q 12345qwert 1234abcd 1234qwe 1234qwer 1234qwerasdf 1234qwerasdfzxcv 123654 123654789 12369874
123698745 123789 123987 123abc 123asd 123ewqasdcxz 123qaz 123qwe 123qwe123 123qwe123qwe 123qwe456rty 123qweasd
123qweasdzxc 123qwerty123 123zxc 124578 128500 12qw34er56ty 12qwaszx 131313 132435 13243546 134679 135790 1366613
141627 142536 147258 147258369 147852 147852369 1478963 14789632 147896325 150781 15426378 159357 159753 159753159753
159753456852 159951 162534 1701 18436572 192837465 193570356033 19960610ilja 1a2a3a4a5a6a 1a2b3c 1a2b3c4d 1a2s3d4f5g6h
1passwor 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6z7u8i 1qa2ws3ed 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx
1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 1qazxsw23edc 1qazxsw23edcvfr4 2112 21122112 222333 223344 23176djivanfros
23wkoa0fp78dk 246810 25802580 258456 31217221027711 314159 31415926 315475 321123 321456 321654 321654987
32615948worms 332211 362436 4128 41d8cd98f00b 420247 420842084208555 445566 456123 456321 456654 456852 4815162342
4815162342lf 4815162342lost 4runner 50cent 5150 51505150 541233432442 555666 59382113kevinp 6215mila6215 666666 666777
666999 6751520 6969 696969 73501505 741852 741852963 742617000027 753159 753951 7777777 789123 789456 78945612
789456123 7895123 789654 852456 8675309 89063032220m 89231243658s 89876065093rax 89semtsriuty 8j4ye3uz 906090 911911
9379992 951753 963852 963852741 987456 a12345 a123456 a1234567 a123456789 a1b2c3 a1b2c3d4 a1s2d3f4 a1s2d3f4g5h6 aaa111
aardvark aaron abc12 abc123 abc12345 abc123456789 abcd1234 abcdefghijklmno abcdefghijklmnop abcdefghijklmnopqrstuvwxyz
aberdeen abgrtyu abigail abschleppdienst abschleppen access access14 accord account achilles action active adam
adgjmptw adidas admin admin18533362 administrator admiral adrian adriana adult aezakmi africa agent007 aggies aikido
airborne airbus airforce airplane aksjdlasdakj89879 alabama alan alaska albatros albert alberto albion alejandr
aleksandr alex alexande alexander alexandr alexandra alexis alfred alibaba alice alicia alien aliens alison allen
alliance allison allsop alpha alpha1 alpha135792468 alpine always alyssa amadeus amadeusptfcor amanda amanda1 amateur
amazon amber amber1 amelia america america1 american amsterda amsterdam an83546921an13 anaconda anakin anarchy
anastasia anders anderson andre andrea andreas andrei andrew andrew1 andrewjackie andrey andy anfield angel angel1
angela angelica angelina angelo angels angie anhyeuem animal anime anna annette annie antananarivu anthony anthony1
anton antonio anubis anything anytimetoday apache apollo apollo13 apple apple1 applepie apples april aquarius aragorn
archer archie area51 arizona arjay armani arnold arsenal arsenal1 artemis arthur artist asd123 asd123asd123 asdasd
asdf asdf123 asdf1234 asdfasdf asdfg asdfgh asdfgh123456 asdfghj asdfghjk asdfghjkl asdfghjkl123 asdfjkl asdzxc ashley
ashton asian aspire aspirine assassin asterix astros athena atlanta atlantic atlantis atomic attack auburn
auckland2010 audrey august aurora aussie austin australi australia autumn avalon avatar avenger avrillavigne awesome
azamat azerty azsxdc azsxdcfv babe babes babies baby babyboy babydoll babygirl babylon babylon5 backdoor bacon badboy
baddog badger badiman28200 baggins bailey ball baller balloon balls bambam banana bananas bandit bang bangbang bangkok
banshee barbara barbie barcelon barcelona barkley barney barry barsik bart baseball basket basketba basketball bastard
batman batman1 battle baxter bayern beach beagle beaner bear bearbear bears beast beatles beatrice beautiful beauty
beaver beavis beckham becky beefcake beer beetle belinda bell bella belle bender benjamin bennett benson bentley
berlin bernard bernie bertha bestatter bestattung bethany better betty beverly bhrh0h2oof6xbqjeh bianca bicycle
bigballs bigbird bigboy bigdaddy bigdog bigfoot bigger biggie bigguy bigmac bigman bigmoney bigone bigred bigtime
bikini bill billie billy billy1 billybob billyboy bingo bird birdie birdman birthday biscuit bishop biteme bizkit
blabla black black1 blackcat blackdog blackie blackjac blackman blacks blacksonblon blacky blade blades blahblah blake
blaster blazer blessed blink182 blizzard blonde blondes blondie blood bloody bltynbabrfwbz blue blue123 blue22
bluebird blueblue blueeyes bluemoon blues bluesky boat bobafett bobbie bobbob bobby bobby1 bobcat boeing bogart bogdan
bohica bollocks bollox bomber bond bond007 bondage bone bonehead boner bones bonita bonjour bonnie bonsai booger
boogie boomer bootie boots booty boris bosco boss bossman boston bottom bowler bowling bowser boxing boy4u2ownnyc boys
bpgjldsgjldthnf br0d3r brad bradford bradley brandi brando brandon brandon1 brandy brasil braves brazil breast breeze
brenda brendan brian brian1 brianna bridge bridget bristol britney brittany broken bronco broncos brooke brooklyn
brooks brother brothers brown brownie browns bruce brucelee bruins bruno brutus bryan bryant bubba bubba1 bubbas
bubble bubbles buck buckeye buckeyes buddha buddy buddy1 budlight budman buero buffalo buffett buffy bugger bull
bulldog bulldogs bullet bullnuts2003 bunghole bunny burger burton bush business businessbabe buster buster1 butch
butler butt butter butterfl butterfly butthead butthole buttman buttons byteme cabbage cactus cadillac caesar caitlin
calico caliente californ california callie calvin camaro camel camelot camels camera cameron camilla camille campbell
canada cancel cancer cancun candle candy candyman cannon canon cantona capital capone captain cardinal carl carlo
carlos carlton carmen carol carolina caroline carolyn carpet carrera carrie carrot carson carter cartman cartoon
caserta casey casey1 cash casino casper castle catalina catch22 catdog catfish catherin catherine catman cats cavalier
caveman ccbill cdtnkfyf cecilia celeste celica celine celtic celtics center central cessna chad chair champion champs
chance chandler chanel chang change changeme chaos charger chargers charles charles1 charley charli charlie charlie1
charlott charlotte charlton charly charmed chase chaser check cheers cheese cheeseburger cheetah chef chelsea chelsea1
cheng cherokee cherry cheryl chester chester1 chesterfield chevelle chevrole chevy chevy1 chewie cheyenne chicago
chichi chicken chicken1 chickens chickenwing101 chicks chico chief chiefs children china chipper chloe chocolat
chocolate chopper chris chris1 chrissy christ christia christian christin christine christop christopher christopher1
christy chronic chubby chuck chucky church cinder cindy cinnamon city civilization cjdthitycndj cjkysirj cjkywt claire
clancy clapton clarence class classic claude claudia clayton clemson clifford clinton clipper cloud9 clover
cnfc35762209 cobra cocacola coconut cody coffee coke coleman colleen college collins colombia colorado colors colt45
coltrane columbia columbus combat123654 comics command commando compaq computer concrete condom condor configuratio
connect conner connie connor conrad construction consumer content contortionist control cookie cookies cool cooldude
cooler coolio coolman cooper cooter copper corona corperfmonsy corrado correcthorsebatterystaple corvette cosmo
cosmopolitan cosmos cosworth cotton cougar counterstrike country courtney cowboy cowboys cowboys1 coyote cracker crash
crazy crazy1 crazybab cream creampie creamy creative cricket crimson cristina critter cruise crunch crusader crystal
cthulhu cthutq cuddles cupcake curious curtis cutter cxfcnmt cyclone cynthia daddy daddy1 dagger daisy daisy1 dakota
dale dallas dalton damian damien dammit damnit dana dance dancer danger danie daniel daniel1 daniela danielle daniil
danila danni danny dannyboy dark darkness darkside darkstar darling darren darwin dave david david1 davids davidson
davis dawg dawson daytona dbrnjhbz dead deadhead deadman dean deanna death debbie deborah december deedee deeznuts
defender defiant deftones delete delta delta1 demon denali denis denise deniska dennis denver derrick desert design
designer desire deskjet destiny detroit deutschland devil devildog devilmaycry4 devils dexter dezember dfkthbz dfkthf
dfvgbh diablo diamond diamond1 diamonds diana dienstag diesel dietcoke digger digital digitalprodu dilbert dilligaf
dillon dima dinamo dingdong dinosaur director dirty discover disney disponent disposition divine dixie dkflbvbh
dkflbvbhjdbx dkflbvbhjdyf doberman doctor dodge dodger dodgeram dodgers dogg doggie doggy dogman dogs dollar dolphin
dolphins domainlock2005 dominic domino donald dong donkey donna donnerstag donnie doobie doodle dookie dorothy double
doughboy douglas down dracula drago dragon dragon1 dragons dragoon drake dream dreamer dreams drew driver drizzt
drowssap drpepper drummer dthjybrf dublin ducati duchess duck dude dudley duke duncan durango duster dustin dusty
dylan eagle eagle1 eagles easy eatme eclipse eddie eduard edward edwardcullen eeyore eileen einsatz einsatzleitung
einstein ekaterina elaine electric element elena elephant eleven elijah elizabet elizabeth elliot elliott elvira elvis
elvis1 elwood embassy emerald emerson emily emily1 eminem emma emmanuel empire energy engage engel engine engineer
england english enigma enjoy enter enterpri enterprise entertainment eric ericsson erik ernest escape escort esther
eternity eugene evelyn everest everton excalibu exigen exigent exodus explorer express extreme fabian fabie fahrer
fahrzeug faith falcon falcons fallen family fantasy farmer farside fart fashion fast faster fatboy fatcat father
fatima fatima753357 fatman februar february feet felicia felix fender fernand fernando ferrari ferret fetish fiesta
figaro fighter filter finalfantasy findaupair007 finger fingers finish fire fireball firebird firefly firefox fireman
firma first fish fisher fishing fitness fkmnthyfnbdf fktrcfylh fktrcfylhf fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf
fktrctq flames flamingo flash flash1 flatron fletch fletcher flight flipper florence florian florida flower flowers
fluffy flvbybcnhfnjh flyboy flyers flying foobar football football1 ford fordf150 forest forever foreveryoung forget
forgot formula formula1 forrest fortuna fortune fossil foster fowler foxtrot france frances francis franco francois
frank frank1 frankie franklin franky freak freaks freaky freckles fred freddie freddy frederic frederiksberg fredfred
free freedom freedom1 freeman freepass freeuser freitag french friday friedhof friend friends fright frisco fritz frog
frogger froggy front242 frontier frosty fruehling fubar fugazi function funny funtime fusion fussball future fyfcnfcbz
fylhtq fynfyfyfhbde gabrie gabriel galaxy galina galore gambit gandalf gandalf1 gang gangbang gangsta gangster garage
garbage garcia garden garfield garrett gary gateway gateway1 gator gators gbpltw geheim gemini general genesis genius
george georgia gerald gerard german germany geronimo getsome gfhfktkjuhfv gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr
ghbdtnghbdtn ghbdtnrfrltkf ghetto ghhh47hj7649 ghjatccbjyfk ghjcnj ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj
ghjcnjqgfhjkm ghjcnjrdfibyj ghjnbdjcnjzybt ghost ghtdtlvtldtl giant giants gibson gilbert gillian ginger giorgi
giovanni girl girls gizmo gizmo1 gizmodo gjkbyf gjkysqgbpltw glass global gloria gmoney gn56gn56 goblin goblue goddess
godsmack godzilla gofish goforit goku gold goldberg golden goldfish goldie golf golfball golfer golfing goliath goober
good goodbye goodluck goodtime google goose gopher gordon gordon24 gorilla gotcha gothic gotohell govols grace gracie
graham grandma granny grass grateful graz great greatone green green1 greenbay greenday greenlantern greens greg
gregory gremlin grendel gretchen griffey griffin gringo grizzly groovy grover grumpy gthtrfnbgjkt gtnhjpfdjlcr
guardian guest guiness guinness guitar gundam gunner gustav hacker hailey hal9000 halflife hallo hallo123 hallowelt
hamburg hamilton hamlet hammer hammers hamster handsome hank hannah hannibal hansen hansolo happy happy1 happy123
happyday hard hardcore harder hardon hardrock harley harley1 harmony harold harper harris harrison harry harvey
hastings hawaii hawk hawkeye hayden hayley hd764nw5d7e1vb1 hd764nw5d7e1vbv head hearts heather heather1 heaven hector
hedgehog hedimaptfcor heidi helen helena hell hellfire hello hello1 hello123 hellyeah help helpme hendrix henry hentai
herbert herbie herbst hercules herman hermes hershey hesoyam hidden highland hilton hiphop history hithere hitman
hjvfirf hobbes hobbit hockey holden holiday holland holly hollywoo hollywood holmes home homer homer1 homers homerun
honda honda1 honey hongkong hooker hooter hooters hoover hope hopper horndog hornet horney horse horses hotboy hotdog
hotrod hotstuff hottie house houses houston howard hudson hummer hund hungry hunter hunter1 hunting hurrican husker
huskers huskies hustler hyperion iampurehaha2 ibanez icecream iceman ichliebe ichliebedich iforgot igor iguana
ihateyou illini ilovemyfamily iloveu iloveyo iloveyou imagine immortal impala imperial incubus indian indiana indians
indigo infantry inferno infiniti infinity ingodwetrust ingrid innsbruck insane inside installdevic installsqlst
integra intelligence international internet intrepid ipo54tj45uy856 ireland irina irish irish1 ironman isabel isabella
isabelle isaiah iseedeadpeople island israel italia ivan ivanov ivanova iverson iwantu jack jackal jackie jackoff
jackson jackson1 jacob jaguar jake jamaica james james1 jamesbon jamesbond007 jamie jammer janice janine januar
january japan japanese jarhead jasmin jasmine jasmine1 jason jason1 jasper javier jazz jazzman jeanette jedi jeep jeff
jeffrey jenna jennie jennifer jenny jenny1 jensen jeremiah jeremy jericho jerkoff jerome jerry jersey jesse jessica
jessica1 jessie jester jesus jesus1 jethro jimbo jimbob jimmy jimmy1 joanna joanne joejoe joey johanna john john316
johnjohn johnny johnson joker jokers jonathan jones jordan jordan1 jordan23 jose josef joseph josephphone7 josh joshua
jrcfyf juan judith juice juli julia julian julie juliet julius jumper junebug jungle juni junior jupiter justdoit
justice justin justin1 justinbieber justine justme juventus kaiser kaktus kamikaze kangaroo kansas karate karen karina
karolina kasper katana katerina katharina kathleen kathryn kathy katie katie1 katrin katrina katze kawasaki kcj9wx5n
keeper keith kelley kelly kelly1 kelsey kennedy kenneth kennwort kenny kenshin kentucky kenwood kenworth kermit kevin
kevin1 keyboard keystone keywest kicker killbill killer killer1 killme kimber kimberly king kingdom kingfish kingkong
kingpin kingston kipper kirill kirsten kiss kisses kissme kitkat kitten kitty kitty1 kittycat klagenfurt klaster
knicks knight knights knopka kodiak kolobok kong koshka kotenok kramer krishna krista kristen kristi kristin kristina
kristy ktjynsq40147 ktyjxrf kume kyle labrador labtec lacrosse ladies lady ladybug laguna lakers lancelot lancer
lansing laptop larisa larry lasvegas latin latino laura lauren laurie lawrence lawyer leader leather leavemealone
ledzep legacy legend legion legolas leitstand leitstelle lemons lennon leonard leonardo leopard leslie lespaul lestat
lester letmein letmein1 letmein2 letsgo lewis lexmark lhbjkjubz2957704 liberty lick licker lickit lickme liebe life
lifehack lifetime light lightnin lights lillian lincoln linda lindsay lindsey lineage2 linz lion lionking liquid lisa
lisalisa little liverpoo liverpool lizard lizzie lobster loewe logan logitech lol123 lolipop lolita lollipop lollol
london lonely lonestar lonewolf long longhorn looker looking lorenzo lorraine loser lost4815162342 louise loulou love
love69 love777321777 loveit lovelove lovely loveme lover loverboy lovers loveyou loving lowrider lucas lucifer lucky
lucky1 lucky13 lucky7 luckydog lucy ludwig lukas luke luther lvbnhbq lytdybrbdfvgbhf lytghjgtnhjdcr macdaddy machine
macross madden maddie maddog madeline madison madman madmax madness madonna madrid maerz maestro maggie magic magic1
magick magnolia magnum magnus maiden mailcreated5240 mailman majestic makaveli maksim malaka malcolm malibu mallard
manager manchest manchester mandingo mandy maniac manson manuel manutd maprchem56458 maradona marathon marc marcel
marco marcos marcus margaret margarita maria mariah marian marianne marie marilyn marina marinamarina marine mariners
marines marino mario marion marisa marissa mark market markus marlboro marlene marley marlin marshall martha martin
martina martinez martini marvel marvin mary maryjane maryland mason master master1 masterbaiting masterbating masters
masturbation matador mathew matilda matrix matt matthew matthew1 mattie mature maurice maurolarastefy maverick maxell
maxima maximus maxine maxmax maxwell mayday mayhem maynard meatball meatloaf mechanic megadeth megaman megan megapass
meghan melanie melinda melissa melissa1 mellon melody melvin member memorex memory memphis mercedes mercury meridian
merlin mersedes metal metallic metallica method mevefalkcakk mexico miami michael michael1 michaela michaeljackson
michel michele michelle michigan mickey microlab microsof microsoft midget midnight mighty miguel mike mikemike mikey
milana milano milena miles military miller millie million milton mine minecraft minecraft123 minnie miracle mirage
miranda miriam mission missy mister mistress misty mitarbeiter mitchell mittwoch mobile models mojo mollie molly
molly1 moloko molson momoney monday money money1 moneys mongoose monica monika monique monitor monkey monkey1 monkeys
monopoly monroe monster montag montana montreal monty moocow mookie moomoo moon moose moose1 morgan morganstanley
morpheus morris morrison mortalkombat moscow mother motorola mountain mouse movie movies mozart msoracle32re
msorcloledbr muenchen muffin mulder munchkin muppet murphy murray muscle mushroom music music1 musicman mustang
mustang1 mustangs mutter mylove mypass myself mystery mystic nadine nancy napass napoleon naruto nascar nasty nastya
nastyanastya natali natalia natalie natasha nathalie nathan national natural nature naughty ncc1701 ncc1701a ncc1701d
ncc1701e ne1469 nebraska necronomicon needforspeed nellie nelson nemesis nemvxyheqdd5oqxyxyzi neptune network
networkingpe nevada newlife newman newpass newport newproject2004 newton newyork nfnmzyf nguyen nhbujyjvtnhbz
nhecsyfujkjdt nhfdvfnjkju123 nhfycajhvths nicholas nick nicola nicolas nicole night nightcrawler nikita nikki nikola
nimrod nina niners ninja nintendo nipple nipples nirvana nissan nobody nofear nokia nolimit nondriversig none noodle
noodles nookie nopass norman norton nothing november ntktdbpjh1994 nugget number1 nuttertools nwo4life nyjets nylons
nymets oakland oakley obiwan oblivion october odessa oesterreich office ohyeah oicu812 oilers oklahoma oksana oktober
olcrackmaster oldman oleg olga oliver olivia omega omega1 onelove online ontheoutside open openup operator oracle
orange oranges oregon orioles orion orlando oscar oscar1 osiris ou812 outlaw overlord oxford pa55w0rd pa55word pacific
packard packer packers packers1 pacman painter pakistan palace paladin palmer pamela panama panasonic pancho panda
pandora pannenhilfe pantera panther panthers panties pantyhos panzer paradise paradox paraklast1974 paris parker
parola parrot party pascal pass pass123 pass1234 passat passion passme passpass passport passw0rd passwor passwor1
password password1 password123 passwords passwort patches patricia patrick patrick1 patriot patriots patton paul
pauline pavilion payton peace peaches peanut peanutbutter peanuts pearljam pebbles pedro peekaboo peewee pegasus
pencil penelope penguin penguins penny pentium people pepper pepper1 pepsi pepsi1 perfect personal pete peter peter1
peterpan peters peterson peugeot pferd pfqwtd27121988 phantom philadelphia philip philips phillies phillip phillips
philly phoebe phoenix phoenix1 photo photos phpbb picard piccolo pickle pickles pics picture pierre piglet pikachu
pillow pilot pineappl ping pingpong pink pinkfloy pioneer pippen pirate pirates pistol pitbull pizza planet plastic
platinum play player playstation2 playstation3 playtime please pleasure plumber plymouth poison pokemon pokemon1
polaris police polina polniypizdec0211 polniypizdec1102 polniypizdec110211 polo polska pompey poncho pontiac poodle
pooh poohbear pookie poontang poop pooper poopie poopoo pooppoop pooter popcorn popeye porkchop porsche porsche9
porter portland portugal positive possum postal potato potter powder powell power power1 powers precious predator
prelude presario presto preston pretty primus prince princes princess printer private privet prodigy professional
profit psycho ptybnxtvgbjy pumpkin punisher punkin punkrock punksnotdead puppies puppy pupsik purple putter pyramid
python q12345 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsed
qawsedrf qawsedrftgyh qaz123 qaz123wsx456 qazqaz qazwsx qazwsx123 qazwsx123456 qazwsxed qazwsxedc qazwsxedc123
qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxsw qazxswedc qazxswedc123 qazxswedcvfr qqq111 quality queen quincy
qwaszx qwaszxerdfcv qwe123 qwe123qwe123 qweasd qweasdzxc qweasdzxc123 qweqwe qwer123 qwer1234 qwerasdf qwerasdfzxcv
qwert qwert1 qwert123 qwertasdfgzxcvb qwerty qwerty1 qwerty12 qwerty123 qwerty12345 qwerty123456 qwerty123456789
qwertyasdfgh qwertyu qwertyui qwertyuio qwertyuiop qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345
qwertyuiopasdfgh qwertyytrewq qwertz qwertzui qwertzuiop qwertzuiopasdfgh r2d2c3po rabbit racecar racerx rachael
rachel racing rafael ragnarok raider raiders raiders1 railroad rainbow raistlin ralph rambler rammstein ramona ramses
randall random randy ranger ranger1 rangers rangers1 raptor rascal rasdzv3 rasputin rastaman raven raven1 ravens
raymond razz rbhbkk rctybz ready reagan reality reaper rebecca rebel rebels red123 redalert redbull reddog redhead
redhot redman redneck redrum redskins redsox redwings reebok reggie regina remember renegade rereirf rescue research
residentevil retard retired revenge review rfhbyf rfnthbyf rfnthbyf1988 rfrfirf rfrnec rhbcnbyf rhonda ricardo rich
richard richard1 richards richie richmond rick ricky rightnow ripper river rjirfrgbde rjntyjr roadkill robbie robert
robert1 roberta roberto roberts robin robinson robotech rock rocker rocket rockets rockhard rockon rocks rockstar
rocky rocky1 rodney roger rogers roland roller rolltide roman romance romashka romeo rommel ronald ronaldinho10
ronaldo ronnie rookie rooster rootbeer roscoe rose rosebud rosemary rotten route66 rovers roxanne rubber rugby rulez
runner running rupert rush rush2112 ruslan russell russia russian rustam rusty rusty1 ryan sabbath sabina sabine
sabrina sadie safety sailboat sailing sailor saint saints sakura sally salmon salvador salzburg samantha samiam sammie
sammy sammy1 sampson samson samstag samsung samsung1 samuel samurai sanchez sanders sandiego sandman sandra sandro
sandy sandy1 sanfrancisco santana santiago santos sapphire sara sarah sarah1 saratoga sasha sasha1 satan satan666
satisfaction saturn saun saun24865709 sausage savage savannah sayang scandinavian scarface scarlet scarlett schatz
schatzi schmetterling school schoolgirlie schweiz science scooby scoobydo scooter scooter1 scorpio scorpion scotch
scotland scott scottie scotty scrappy scratch scream scruffy scully sdicmt7seytn seamus sean search seattle sebastia
sebastian secret secret1 security seemnemaailm seinfeld select selena seminole semperfi sentinel septembe september
serega serena serenity sergei sergey sergio server service sesame seven seven7 shado shadow shadow1 shaggy shalom
shaman shamrock shane shaney14 shania shannon shaolin shark sharks sharon shasta shaved shazam shearer sheena sheila
shelby shelley shelly shemale sherlock sherman sherry sherwood shiloh shirley shogun shooter shopping short shorty
shotgun showme showtime sidney siemens sierra silver silvia simba simon simone simple simpson simpsons sinatra singer
single sinner sirius sister sithlord sixers skater skeeter skiing skinny skipper skippy skittles skorpion skydive
skyline skywalke skywalker slacker slappy slapshot slave slayer sleepy slick slider slipknot smile smiles smiley smith
smitty smoke smoker smokey smokin smooth smudge smut snake snake1 snakes snapper snatch snickers sniper snoopy snow
snowball snowman snuggles sobaka soccer soccer1 socrates softball software sojdlg123aljg soldier soleil solnce solomon
somethin sommer sonic sonnenschein sonntag sony sonyericsson sooner sooners sophia sophie soso123aljg southern space
spank spanking spankme spanky sparkle sparks sparky sparta spartak spartan spartans speaker spears special
specialinsta spectrum speed speedy spencer spider spiderma spiderman spidey spike spirit spitfire splash spooky sport
sports spring springer sprint sprite spunky spurs spyder squirrel squirt srinivas stacey stalker stallion standard
stanley star star69 starbuck starcraft stardust starfish stargate stars starship startrek starwars station stealth
steele steeler steelers stefan stefano stella stephani stephanie stephen sterlin sterling steve steve1 steven stevie
stewart stick stickdaddy77 sticks sticky stimpy stinger stingray stinky stinkyfinger stocking stocks stolen stone
stonecol stoner stones storm stormy stranger stratocaster street strider strike striker stripper strong stuart stud
student studio stuff stupid subaru sublime subway success sugar sultan summer summer1 summit sundance sunday sunny
sunrise sunset sunshine super super1 super123 superfly superman supernatural superstar support surf surfer surfing
susan suzanne suzuki svetik svetlana swallow sweden sweet sweetie sweetpea sweets sweety swimmer swimming swinger
swingers sword swordfis swordfish sydney sylvia syracuse system systemofadown tacobell tacoma tamara tammy tang tanker
tanner tanya tara tardis target tarheel tarheels tarzan tasha tatiana tattoo tatyana taurus taylor tazman tdutybq
teacher technics techno teddy teen teens tekken telefon temp tempest temple tennis tequila teresa terminal terminator
terror terry test test1 test123 tester testing testtest texas texas1 thailand thanks thankyou thecakeisalie thegame
thekid theking theman theodore theone theresa therock thomas thomas1 thompson thor throat thuglife thumper thunder
thunder1 thursday thx1138 ticketmaster tickle tiffany tiger tiger1 tigers tigger tight timber time timmy timothy tina
tinker tinman tintin titanic titans titleist tobias toby today tolkien tomato tomcat tommy tommy1 tomtom tony tool
tootsie topcat topdog topgun topper tornado toronto torres toshiba tottenha toyota tracey tractor tracy traffic trains
trance transam transformers travel travis treasure trebor tree trevor trfnthbyf tricky trident trigger trinidad
trinity tristan triton triumph trixie trojan trojans trombone trooper trouble truck trucker trucks truelove trumpet
trunks trustno1 tsunami tucker tuesday tundra turbo turkey turkey50 turner turtle tweety twilight twisted twister
tyler tyler1 typhoon tyrone ultima ultimate unbelievable underdog unicorn united universe unknown unreal usa123 utopia
vacation vader valentin valentina valera valeria valerie valhalla valley vampire vanessa vanhalen vanilla vanyarespekt
vater vectra vegeta velvet venus verbatim veritas vermont vernon verona veronica veronika vertigo verwaltung vette
vfczyz vfhbyf vfhbyfvfhbyf vfhecz vfksirf vfrcbv vfrcbvrf vfrcbvvfrcbv vfvekz vfvfvskfhfve vfvjxrf viagra victor
victoria victory video viking vikings viktor viktoria vincent violet viper viper1 vipers virgin virginia vision
vitalik vivian vkontakte vladik vladimir vladimirovna vladislav volley volume voodoo vortex voyager voyeur vulcan
walker wallace walleye wally walnut walter warcraft warhammer warhammer40k warlock warlord warren warrior warriors
water waterloo waters watson wayne wazzkaprivet weasel weather webmaster websolutions websolutionssu webster
webuivalidat weed weezer weihnachtsbau weihnachtsbaum welcome welcome1 wendy werewolf werner wesley western westham
westside whatever wheels whiskey whisper white whitney whocares whosyourdaddy whynot wibble wicked wien wilbur wildcat
wildcats wildfire william william1 williams willie willis willkommen willkommen1 willow willy wilson window windows
winner winnie winston winter wisdom wizard wolf wolfgang wolfie wolfman wolfpack wolverin wolverine wolves wombat
women wonder wood woody woody1 woofwoof wookie wordpass world wrangler wrestlin wright wrinkle1 writer wutang xanadu
xavier xfiles xtreme yamaha yankee yankees yankees1 ybrbnf yellow yfnfif yomama yosemite young yourmom yvonne yxcvbnm
yzerman z1x2c3v4b5n6 z1x2c3v4b5n6m7 zachary zaphod zaq123 zaq12wsx zaq12wsxcde3 zaq1xsw2 zaq1xsw2cde3 zaqwsx
zaqwsxcderfv zaqxsw zauber zcfvfzkexifz zenith zentrale zeppelin zidane zipper zombie zorro zqjphsyf6ctifgu zvezda
zxc123 zxcasd zxcasdqwe zxcasdqwe123 zxcv1234 zxcvbn zxcvbn123456 zxcvbnm zxcvbnm1 zxcvbnm123456789 zxcvbnmmnbvcxz
`
    .trim()
    .split(/\s+/),
);
