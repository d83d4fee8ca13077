type NamesByCountry = Readonly<Record<string, string>>;

/**
 * Cities that the map shows from far away. Names as GeoNames spells them, first spelling wins; countries by ISO 3166-1.
 */
export const largeCities: NamesByCountry = {
  AT: "Vienna, Graz, Linz, Salzburg, Innsbruck, Klagenfurt am Wörthersee",
  DE: "Berlin, Hamburg, Munich, Köln, Frankfurt am Main, Stuttgart, Düsseldorf, Leipzig, Dortmund, Bremen, Dresden, Hannover, Nuremberg",
  CH: "Zürich, Geneva, Basel, Bern",
  IT: "Rome, Milan, Turin, Venice, Bologna, Florence, Verona, Trieste, Genoa, Naples",
  SI: "Ljubljana, Maribor",
  HR: "Zagreb, Split, Rijeka",
  HU: "Budapest, Győr, Szombathely, Pécs",
  SK: "Bratislava, Košice, Žilina",
  CZ: "Prague, Brno, Pilsen, Ostrava, České Budějovice",
  PL: "Warsaw, Kraków, Wrocław, Poznań, Gdańsk, Łódź, Szczecin",
  FR: "Paris, Lyon, Marseille, Strasbourg, Lille, Nice, Bordeaux, Toulouse, Nantes, Dijon",
  BE: "Brussels, Antwerp, Liège",
  NL: "Amsterdam, Rotterdam, Eindhoven, Groningen",
  LU: "Luxembourg",
  DK: "Copenhagen, Århus, Odense",
  LI: "Vaduz",
  GB: "London",
  RS: "Belgrade",
  BA: "Sarajevo",
  RO: "Timişoara",
};

export const townsByCountry: NamesByCountry = {
  AT: "Villach, Wels, Sankt Pölten, Dornbirn, Wiener Neustadt, Steyr, Feldkirch, Bregenz, Leoben, Krems an der Donau, Amstetten, Kapfenberg, Mödling, Kufstein, Eisenstadt, Bruck an der Mur, Lienz, Spittal an der Drau, Wolfsberg, Zell am See, Bischofshofen, Braunau am Inn, Ried im Innkreis, Gmunden, Vöcklabruck, Horn, Hollabrunn, Mistelbach, Oberwart, Hartberg, Leibnitz, Weiz, Liezen, Judenburg, Landeck, Reutte, Schwaz",
  DE: "Essen, Duisburg, Bochum, Wuppertal, Bielefeld, Bonn, Münster, Mannheim, Karlsruhe, Augsburg, Wiesbaden, Mönchengladbach, Braunschweig, Kiel, Chemnitz, Aachen, Magdeburg, Freiburg, Lübeck, Erfurt, Mainz, Rostock, Kassel, Saarbrücken, Potsdam, Oldenburg, Osnabrück, Heidelberg, Darmstadt, Regensburg, Würzburg, Ingolstadt, Ulm, Heilbronn, Pforzheim, Göttingen, Reutlingen, Koblenz, Bremerhaven, Jena, Trier, Cottbus, Schwerin, Gera, Kaiserslautern, Flensburg, Passau, Landshut, Rosenheim, Kempten (Allgäu), Konstanz, Bayreuth, Bamberg, Hof, Weiden, Straubing, Deggendorf, Traunstein, Fulda, Gießen, Siegen, Paderborn, Wilhelmshaven, Emden, Lüneburg, Celle, Stralsund, Neubrandenburg, Zwickau, Plauen, Görlitz, Suhl, Offenburg, Villingen-Schwenningen, Tübingen, Aalen, Schweinfurt, Aschaffenburg, Wolfsburg, Hildesheim, Halle (Saale), Friedrichshafen, Memmingen, Garmisch-Partenkirchen",
  CH: "Lausanne, Luzern, Sankt Gallen, Lugano, Winterthur, Biel/Bienne, Thun, Chur, Fribourg, Schaffhausen, Sitten, Neuchâtel, Bellinzona, Zug, Aarau, Solothurn, Olten, Davos",
  IT: "Bolzano, Trento, Udine, Padua, Brescia, Bergamo, Merano, Como, Parma, Modena, Ravenna, Rimini, Ancona, Perugia, Pisa, Gorizia, Tarvisio, Belluno, Vicenza, Treviso, Pordenone",
  SI: "Celje, Kranj, Koper, Novo Mesto, Murska Sobota, Ptuj, Jesenice, Nova Gorica, Slovenj Gradec, Dravograd",
  HR: "Varaždin, Osijek, Zadar, Pula, Karlovac, Čakovec",
  HU: "Sopron, Zalaegerszeg, Székesfehérvár, Nagykanizsa, Veszprém, Kaposvár, Debrecen, Szeged, Miskolc, Mosonmagyaróvár",
  SK: "Trnava, Nitra, Trenčín, Banská Bystrica, Prešov, Piešťany",
  CZ: "Olomouc, Znojmo, Jihlava, Liberec, Hradec Králové, Pardubice, Zlín, Karlovy Vary, Ústí nad Labem, Břeclav, Tábor, Cheb",
  PL: "Katowice, Opole, Zielona Góra, Jelenia Góra, Bydgoszcz, Lublin, Białystok, Rzeszów",
  FR: "Mulhouse, Metz, Nancy, Colmar, Besançon, Reims, Grenoble, Annecy, Chambéry",
  BE: "Gent, Namur, Eupen, Bastogne",
  NL: "Utrecht, The Hague, Maastricht, Nijmegen, Arnhem, Enschede, Venlo",
  DK: "Esbjerg, Aalborg, Kolding",
};

/** District seats and other towns that dispatchers orient themselves by. */
export const districtSeats: NamesByCountry = {
  AT: "Deutschlandsberg, Voitsberg, Feldbach, Bad Radkersburg, Fürstenfeld, Gleisdorf, Knittelfeld, Murau, Mürzzuschlag, Köflach, Frohnleiten, Schladming, Rottenmann, Bad Aussee, Mariazell, Eisenerz, Wildon, Eibiswald, Güssing, Jennersdorf, Oberpullendorf, Mattersburg, Neusiedl am See, Neunkirchen, Baden, Bruck an der Leitha, Gänserndorf, Korneuburg, Tulln, Lilienfeld, Scheibbs, Melk, Gmünd, Waidhofen an der Thaya, Waidhofen an der Ybbs, Klosterneuburg, Perg, Freistadt, Eferding, Grieskirchen, Schärding, Kirchdorf an der Krems, Bad Ischl, Traun, Leonding, Hallein, Sankt Johann im Pongau, Tamsweg, Seekirchen am Wallersee, Kitzbühel, Imst, Telfs, Wörgl, Hall in Tirol, Sankt Veit an der Glan, Völkermarkt, Hermagor, Ferlach, Friesach, Bludenz, Hohenems, Lustenau",
  SI: "Velenje, Ljutomer, Gornja Radgona, Lendava, Postojna, Bled",
};

/** German names of places that GeoNames lists under an English name. */
export const germanPlaceNames: Readonly<Record<string, string>> = {
  "AT Vienna": "Wien",
  "DE Munich": "München",
  "DE Nuremberg": "Nürnberg",
  "DE Freiburg": "Freiburg im Breisgau",
  "BE Antwerp": "Antwerpen",
  "DK Århus": "Aarhus",
  "IT Padua": "Padova",
  "CH Geneva": "Genève",
  "CH Sankt Gallen": "St. Gallen",
  "IT Rome": "Roma",
  "IT Milan": "Milano",
  "IT Turin": "Torino",
  "IT Venice": "Venezia",
  "IT Florence": "Firenze",
  "IT Genoa": "Genova",
  "IT Naples": "Napoli",
  "IT Bolzano": "Bozen / Bolzano",
  "CZ Prague": "Praha",
  "CZ Pilsen": "Plzeň",
  "PL Warsaw": "Warszawa",
  "BE Brussels": "Bruxelles",
  "NL The Hague": "Den Haag",
  "DK Copenhagen": "København",
  "RS Belgrade": "Beograd",
};
