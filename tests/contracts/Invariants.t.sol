// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {SynxClaims} from "../../contracts/SynxClaims.sol";
import {SynxToken} from "../../contracts/SynxToken.sol";
import {Fixture} from "./support/Fixture.sol";
import {Handler} from "./support/Handler.sol";

/// The invariants (docs/contracts.md) that hold after any history.
contract InvariantsTest is Fixture {
    Handler private handler;

    function setUp() public {
        handler = new Handler();
        (address token_, address claims_) = handler.contracts();
        (token, claims) = (SynxToken(token_), SynxClaims(claims_));
        for (uint256 i = 0; i < handler.lineCount(); ++i) {
            addLine(handler.lineOf(i));
        }
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// All at once, since each function that is named so plays its own histories.
    function invariant_all() external view {
        invariant_I1_the_rest_is_there();
        invariant_I2_claimed_is_paid();
        invariant_I3_nobody_gets_more_than_the_entry();
        invariant_I4_claimed_never_falls();
        invariant_I7_tokens_leave_for_the_account_only();
        invariant_I9_forged_entries_pay_nothing();
        invariant_I10_claimMany_never_fails_for_an_entry();
        invariant_I11_supply_falls_by_burning_only();
    }

    function invariant_I1_the_rest_is_there() public view {
        if (!claims.funded()) return;
        assertTrue(token.balanceOf(address(claims)) + claims.claimedTotal() >= total, "less than is owed");
    }

    function invariant_I2_claimed_is_paid() public view {
        uint256 claimed = 0;
        uint256 paid = 0;
        for (uint256 i = 0; i < lines.length; ++i) {
            claimed += claims.claimed(lines[i].account);
            paid += handler.paid(lines[i].account);
        }
        assertEq(claims.claimedTotal(), claimed, "the counter of all");
        assertEq(paid, claimed, "the balances");
        assertTrue(claimed <= total, "more than the total");
    }

    function invariant_I3_nobody_gets_more_than_the_entry() public view {
        for (uint256 i = 0; i < lines.length; ++i) {
            assertTrue(claims.claimed(lines[i].account) <= sumOf(lines[i]), "more than the entry");
        }
    }

    function invariant_I4_claimed_never_falls() public view {
        assertTrue(!handler.isBroken(4), "it fell");
    }

    function invariant_I7_tokens_leave_for_the_account_only() public view {
        assertTrue(!handler.isBroken(7), "they went elsewhere");
    }

    function invariant_I9_forged_entries_pay_nothing() public view {
        assertTrue(!handler.isBroken(9), "one paid");
    }

    function invariant_I10_claimMany_never_fails_for_an_entry() public view {
        assertTrue(!handler.isBroken(10), "it failed");
    }

    function invariant_I11_supply_falls_by_burning_only() public view {
        assertEq(token.totalSupply(), token.MINTED() - handler.burned(), "supply");
    }
}
