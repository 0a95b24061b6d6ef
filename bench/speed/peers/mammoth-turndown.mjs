// What a user would write with mammoth and turndown: a Word document to Markdown.
import mammoth from 'mammoth';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

const { value } = await mammoth.convertToHtml({ path: process.argv[2] });
const turndown = new TurndownService({ headingStyle: 'atx' });
turndown.use(gfm);
process.stdout.write(turndown.turndown(value));
