// A case for the bonnet build: a Raspberry Pi Zero 2 W with a 128x64 OLED bonnet on its header.
//
// Lengths are millimetres. x runs along the long edge of the board, y along the short one, from the corner between the
// SD card and the HDMI socket; the header lies along the far long edge. z is up, from the table.
//
// The board's outline, holes and sockets are from the Pi's published mechanical drawing. All that is marked CHECK was
// estimated without a board in hand: measure it with a calliper and correct it here before printing the lid.
//
// Print each part as it lies when rendered alone, without supports:
//   openscad -D 'part="shell"' -o shell.stl bonnet.scad

/* [What to show] */
part = "plate";          // [plate, assembled, shell, lid, caps, foot]
with_foot = true;        // a wedge under the case that tilts the screen towards the players
tilt = 18;               // [5:30] degrees
lift = 8;                // of the case's front edge, so that a straight plug stays off the table

/* [Fit] */
wall = 2;
floor_thickness = 2;
lid_thickness = 2;
corner = 3;              // radius of the outer corners
clearance = 0.5;         // between board and wall
fit = 0.2;               // between two printed parts that move or slide; 0.3 for a coarse printer
snap = 0.5;              // how far the lid's ridges bite into the shell; less if the lid is hard to open

/* [Boards] */
board = [65, 30];
hole_inset = 3.5;        // from both edges to the middle of a mounting hole
hole = 2.75;
standoff = 3;            // room under the Pi for solder and the tips of the header
pi_thickness = 1.4;
board_gap = 11;          // CHECK: from the Pi's top to the bonnet's underside, plugged in all the way
bonnet_thickness = 1.6;  // CHECK
glass = 2.6;             // CHECK: from the bonnet's top to the top of the screen's glass

/* [Openings of the lid] */
window = [31, 16.5];     // CHECK: lit area of a 1.3 inch screen is 29.4 x 14.7
window_at = [32.5, 13.5];  // CHECK: its middle
stick_at = [8.5, 13.5];  // CHECK
stick_hole = 11;         // diameter; the cap leans over by about 2
buttons_at = [[55, 17], [59.5, 9.5]];  // CHECK: A, then B
button_cap = 5;          // diameter of the printed caps
button_top = 2.6;        // CHECK: from the bonnet's top to the top of a button not pressed
cap_rise = 1.2;          // how far a cap stands out of the lid

/* [Openings of the shell] */
port_overhang = 1;       // CHECK: how far the sockets reach past the board's edge
hdmi_at = 12.4;
usb_at = 41.4;
power_at = 54;
hdmi_plug = [13, 8];     // CHECK: width and height of the moulded plug, not of its metal
usb_plug = [11, 8];      // CHECK; the two sockets are 12.6 apart
sd_at = 16.9;
sd_slot = [13.5, 3.5];

/* [Hidden] */
$fn = 48;
e = 0.01;
gap = clearance;
inner_from = [-gap, -gap - port_overhang];
inner_size = [board.x + 2 * gap, board.y + 2 * gap + port_overhang];
outer_from = inner_from - [wall, wall];
outer_size = inner_size + [2 * wall, 2 * wall];
pi_top = floor_thickness + standoff + pi_thickness;
bonnet_top = pi_top + board_gap + bonnet_thickness;
rim = bonnet_top + glass + 0.3;  // top of the shell, underside of the lid
lip = [1.2, rim - bonnet_top - 0.4];  // thickness and depth of the lid's lip, which ends above the bonnet
ridge_length = 14;
ridge_x = [board.x * 0.27, board.x * 0.73];
ridge_drop = lip.y - snap - 0.4; // from the rim down to the middle of a ridge
rim_wall = 1.6;                  // of the foot
flange = 0.6;                    // thickness of the rim that keeps a cap in
cap_room = rim - bonnet_top - button_top;      // between a button and the lid; below 0 the button reaches into it
pocket = max(0, flange + 0.2 - cap_room);      // depth of the lid's pocket for the flange

assert(lip.y >= 2 * snap + 0.5, "glass is too low for the snap ridges: put washers under the lid, or less snap");
assert(pocket <= lid_thickness - 0.8, "the buttons stand too high for their caps: a thicker lid, or no caps");

module rounded(from, size, height, radius) {
    translate([from.x + radius, from.y + radius, 0])
        linear_extrude(height)
            offset(radius) square(size - [2 * radius, 2 * radius]);
}

module at_holes() {
    for (x = [hole_inset, board.x - hole_inset], y = [hole_inset, board.y - hole_inset])
        translate([x, y, 0]) children();
}

// Two ridges on each long side and one on each short side, grown by `more` to cut their grooves.
module ridges(more) {
    z = rim - ridge_drop;
    for (x = ridge_x, y = [inner_from.y, inner_from.y + inner_size.y])
        translate([x, y, z]) ridge(more);
    for (x = [inner_from.x, inner_from.x + inner_size.x])
        translate([x, inner_from.y + inner_size.y / 2, z]) rotate(90) ridge(more);
}

module ridge(more) {
    bite = snap + more;
    rotate([90, 0, 90])
        linear_extrude(ridge_length + 2 * more, center = true)
            polygon([[-bite, 0], [0, bite], [bite, 0], [0, -bite]]);
}

module shell() {
    difference() {
        union() {
            difference() {
                rounded(outer_from, outer_size, rim, corner);
                translate([0, 0, floor_thickness])
                    rounded(inner_from, inner_size, rim, max(corner - wall, 0.5));
            }
            posts();
        }
        ports();
        vents();
        ridges(fit / 2);
        pry_notch();
    }
}

// A post under each mounting hole, with a peg that the board drops onto.
module posts() {
    translate([0, 0, floor_thickness - e]) at_holes() {
        cylinder(d = 5.5, h = standoff + e);
        cylinder(d = hole - 2 * fit, h = standoff + pi_thickness + 0.6);
        translate([0, 0, standoff + pi_thickness + 0.6]) cylinder(d1 = hole - 2 * fit, d2 = 1.2, h = 0.8);
    }
}

module ports() {
    port(hdmi_at, hdmi_plug, 1.6);
    port(usb_at, usb_plug, 1.4);
    port(power_at, usb_plug, 1.4);
    translate([outer_from.x - e, sd_at - sd_slot.x / 2, pi_top - 1])
        cube([wall + 2 * e, sd_slot.x, sd_slot.y]);
    finger_dip();
}

// A plug's opening; `middle` is how high the socket's middle is above the Pi.
module port(x, plug, middle) {
    low = max(floor_thickness + 0.6, pi_top + middle - plug.y / 2);
    translate([x - plug.x / 2, outer_from.y - e, low])
        cube([plug.x, wall + 2 * e, pi_top + middle + plug.y / 2 - low]);
}

// Room for a fingertip to push and pull the SD card.
module finger_dip() {
    translate([outer_from.x - 4.6, sd_at, pi_top + 0.7]) scale([1, 1.5, 1]) sphere(6);
}

module vents() {
    for (x = [16 : 6 : board.x - 16])
        translate([x, board.y / 2 - 7, -e]) linear_extrude(floor_thickness + 2 * e)
            hull() { translate([0, 1]) circle(1); translate([0, 13]) circle(1); }
}

// A coin in here lifts the lid.
module pry_notch() {
    translate([outer_from.x + outer_size.x - 1, board.y / 2 - 5, rim - 1]) cube([wall, 10, 1 + e]);
}

module lid() {
    difference() {
        union() {
            translate([0, 0, rim]) rounded(outer_from, outer_size, lid_thickness, corner);
            lid_lip();
        }
        translate([0, 0, rim]) lid_openings();
    }
}

// Tongues inside the shell's walls, one behind each ridge; apart from each other they can bend.
module lid_lip() {
    from = inner_from + [fit, fit];
    size = inner_size - [2 * fit, 2 * fit];
    translate([0, 0, rim - lip.y]) intersection() {
        difference() {
            rounded(from, size, lip.y + e, 0.5);
            translate([0, 0, -e]) rounded(from + [lip.x, lip.x], size - 2 * [lip.x, lip.x], lip.y + 3 * e, 0.5);
        }
        tongues();
    }
    ridges(0);
}

module tongues() {
    width = ridge_length + 6;
    for (x = ridge_x) translate([x - width / 2, -board.y, 0]) cube([width, 3 * board.y, lip.y + e]);
    translate([-board.x, inner_from.y + inner_size.y / 2 - width / 2, 0]) cube([3 * board.x, width, lip.y + e]);
}

module lid_openings() {
    chamfered_window();
    translate([stick_at.x, stick_at.y, -e]) {
        cylinder(d = stick_hole, h = lid_thickness + 2 * e);
        translate([0, 0, lid_thickness - 1]) cylinder(d1 = stick_hole, d2 = stick_hole + 2, h = 1 + 2 * e);
    }
    for (at = buttons_at) translate([at.x, at.y, -e]) {
        cylinder(d = button_cap + 2 * fit, h = lid_thickness + 2 * e);
        cylinder(d = button_cap + 2.4 + 4 * fit, h = pocket + e);
    }
}

module chamfered_window() {
    translate([window_at.x, window_at.y, -e]) hull() {
        linear_extrude(e) square(window, center = true);
        translate([0, 0, lid_thickness]) linear_extrude(2 * e)
            square(window + [lid_thickness * 1.4, lid_thickness * 1.4], center = true);
    }
}

// A cap rests on its button, is guided by the lid and kept in by its flange. Drawn flange down, as printed.
module cap() {
    top = cap_room + lid_thickness + cap_rise;
    cylinder(d = button_cap + 2.4, h = flange);
    cylinder(d = button_cap, h = top - 0.6);
    translate([0, 0, top - 0.6 - e]) cylinder(d1 = button_cap, d2 = button_cap - 1.2, h = 0.6 + e);
}

// A wedge with a rim that the case stands in, its sockets to the front.
module foot() {
    rim_height = 2.5;
    size = outer_size + 2 * [fit + rim_wall, fit + rim_wall];
    depth = size.y * cos(tilt);
    front = lift + rim_height;
    difference() {
        rotate([90, 0, 90]) linear_extrude(size.x)
            polygon([[0, 0], [depth, 0], [depth, front + depth * tan(tilt)], [0, front]]);
        translate([0, 0, lift]) rotate([tilt, 0, 0])
            rounded([rim_wall, rim_wall], outer_size + 2 * [fit, fit], 60, corner);
    }
}

module boards() {
    color("green", 0.5) translate([0, 0, pi_top - pi_thickness]) cube([board.x, board.y, pi_thickness]);
    color("navy", 0.5) translate([0, 0, bonnet_top - bonnet_thickness]) cube([board.x, board.y, bonnet_thickness]);
    color("black") translate([window_at.x - 17, window_at.y - 11, bonnet_top]) cube([34, 22, glass]);
}

module lid_as_printed() {
    translate([0, 2 * outer_from.y + outer_size.y, rim + lid_thickness]) rotate([180, 0, 0]) lid();
}

module assembled() {
    if (with_foot) {
        color("tan") foot();
        translate([0, 0, lift]) rotate([tilt, 0, 0])
            translate([rim_wall + fit - outer_from.x, rim_wall + fit - outer_from.y, 0]) box();
    } else box();
}

module box() {
    color("silver") shell();
    boards();
    color("gainsboro", 0.6) lid();
    for (at = buttons_at) color("orange") translate([at.x, at.y, bonnet_top + button_top]) cap();
}

module plate() {
    shell();
    translate([0, outer_size.y + 8, 0]) lid_as_printed();
    for (i = [0 : len(buttons_at) - 1]) translate([board.x + 14, i * 14, 0]) cap();
    if (with_foot) translate([0, -outer_size.y - 24, 0]) foot();
}

if (part == "shell") shell();
else if (part == "lid") lid_as_printed();
else if (part == "caps") for (i = [0 : len(buttons_at) - 1]) translate([i * 14, 0, 0]) cap();
else if (part == "foot") foot();
else if (part == "assembled") assembled();
else plate();
