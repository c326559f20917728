import { chromium } from 'playwright';
const ORIGIN='http://127.0.0.1:3456', OUT=process.env.OUT||'/tmp/shots';
import fs from 'fs'; fs.mkdirSync(OUT,{recursive:true});
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic','--disable-background-networking','--disable-component-update','--disable-sync']});
async function signed(opts){const c=await browser.newContext(opts);const p=await c.newPage();await p.goto(ORIGIN+'/login');await p.fill('input[name=username]','ann');await p.fill('input[name=password]','correct-horse-battery');await p.click('button[type=submit]');await p.waitForURL(ORIGIN+'/');return [c,p];}
const jobs=JSON.parse(process.argv[2]);
for(const j of jobs){const [c,p]=await signed({viewport:j.vp||{width:1440,height:900},colorScheme:j.scheme||'dark',javaScriptEnabled:j.js!==false,deviceScaleFactor:j.dpr||1});
 if(j.run){await p.goto(ORIGIN+'/'); const b=p.getByRole('button',{name:/RUN ALL|Run all/i}).first(); await b.click(); await p.waitForTimeout(3000);}
 for(const [name,path] of j.pages){ await p.goto(ORIGIN+path,{waitUntil:'load'}); await p.waitForTimeout(j.wait||2500); await p.screenshot({path:`${OUT}/${name}.png`,fullPage:!!j.full}); console.log(name);} await c.close();}
await browser.close();
